#!/bin/sh
# Debian's Chromium, without what each of its windows costs beside the page: two pages of the
# browser's own for suggestions below the address bar, and a spare process.
#
# Only the last --disable-features counts: what the caller disables is kept.
unused=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess
for argument; do
  shift
  case $argument in
    --disable-features=*) argument=$argument,$unused ;;
  esac
  set -- "$@" "$argument"
done
exec /usr/bin/chromium "$@"

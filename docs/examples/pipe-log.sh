#!/bin/sh
# Every line of the input becomes a row: tail -F app.log | pipe-log.sh LIST
sed -u 's/[[:cntrl:]]/ /g; s/[\\"]/\\&/g; s/.*/{"op":"insertRow","fields":{"title":"&"}}/' |
  lockstep pipe "$1" --journal "$1.edits" >/dev/null

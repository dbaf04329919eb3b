# Keeps the title of the row "total" at the number of the other rows:
# mkfifo edits; lockstep pipe LIST --state --journal count.edits <edits | awk -f pipe-count.awk >edits
/^."type":"s(tate|napshot)"/ {
  title = (gsub(/"fields":/, "&") - 1) " items"
  if (!index($0, "{\"id\":\"total\",\"fields\":{\"title\":\"" title "\"")) {
    printf "{\"op\":\"updateRow\",\"row\":\"total\",\"fields\":{\"title\":\"%s\"}}\n", title
    fflush()
  }
}

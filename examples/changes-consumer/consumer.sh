#!/bin/sh
# The same with curl alone: prints each page of changes, and keeps the cursor in a file once it was printed. One that is
# printed when this is killed is printed again.
#
#     SIGNING_TOKEN=… ./consumer.sh http://127.0.0.1:8081 cursor.txt
service=$1
file=$2
while :; do
  after=$(cat "$file" 2>/dev/null)
  page=$(curl -sS -f --max-time 60 -H "Authorization: Bearer $SIGNING_TOKEN" \
    "$service/api/changes?wait=30${after:+&after=$after}") || { sleep 1; continue; }
  printf '%s\n' "$page"
  printf '%s' "$page" | sed 's/.*"cursor":"\([^"]*\)"}$/\1/' >"$file.new" && mv "$file.new" "$file"
done

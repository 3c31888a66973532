#!/bin/sh
# The same with curl alone: prints each page of changes, and keeps the cursor in a file once it was printed. One that is
# printed when this is killed is printed again.
#
#     SIGNING_TOKEN=… sh consumer.sh http://127.0.0.1:8081 cursor.txt
[ $# -eq 2 ] || {
  echo 'usage: SIGNING_TOKEN=… sh consumer.sh <address of the service> <file of the cursor>' >&2
  exit 64
}
service=$1
file=$2
while :; do
  after=$(cat "$file" 2>/dev/null)
  answer=$(curl -sS --max-time 60 -w '\n%{http_code}' -H "Authorization: Bearer $SIGNING_TOKEN" \
    -G -d wait=30 ${after:+--data-urlencode "after=$after"} "$service/api/changes") || { sleep 1; continue; }
  page=${answer%????}
  status=${answer##*[!0-9]}
  if [ "$status" != 200 ]; then
    printf '%s\n' "$page" | sed -E 's/.*"detail":"(([^"\\]|\\.)*)".*/\1/; s/\\(.)/\1/g' >&2
    # The service restarts, or is busy: the same question again. Another refusal stays one.
    case $status in 408 | 429 | 5??) sleep 1; continue ;; esac
    exit 1
  fi
  printf '%s\n' "$page"
  printf '%s' "$page" | sed 's/.*"cursor":"\([^"]*\)"}$/\1/' >"$file.new" && mv "$file.new" "$file"
done

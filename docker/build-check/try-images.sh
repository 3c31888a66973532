#!/usr/bin/env bash
# The trial of build-check.sh: starts the containers, and does with them what operators and users do.
#
# usage: unshare --net try-images.sh <folder> <folder of PostgreSQL's programs>
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$1
postgres_bin=$2

say() { printf '\n== %s\n' "$*"; }
ok() { printf 'ok      %s\n' "$*"; }
fail() {
  printf 'FAILED  %s\n' "$*" >&2
  exit 1
}

ip link set lo up
trial=$folder/trial
rm -rf "$trial" "$folder"/at.*
mkdir -p "$trial/volumes"
chmod 711 "$trial"
declare -A containers=()

tidy_up() {
  for name in "${!containers[@]}"; do kill -KILL "${containers[$name]}" 2> /dev/null || true; done
  as_postgres "$postgres_bin/pg_ctl" --pgdata "$trial/postgres" --mode immediate stop > /dev/null 2>&1 || true
  wait || true
  rmdir "$folder"/at.* 2> /dev/null || true
}

as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups env HOME=/ "$@"; }

# <image> [option of contain.sh ...]
run=(unshare --mount --pid --ipc --uts --fork --kill-child docker/build-check/contain.sh "$folder")

# start <name> <image> [option of contain.sh ...]: in the background, its output in $trial/<name>.log.
start() {
  local name=$1
  shift
  "${run[@]}" "$@" >> "$trial/$name.log" 2>&1 &
  containers[$name]=$!
}

# inside <name> <command ...>: in a running container, as its user.
inside() {
  local first
  first=$(cat "/proc/${containers[$1]}/task/${containers[$1]}/children")
  local -a environment
  # What the container was started with, as of docker exec.
  readarray -d '' -t environment < "/proc/${first// /}/environ"
  shift
  nsenter --target "${first// /}" --mount --pid --root setpriv --reuid=10001 --regid=10001 --clear-groups \
    --no-new-privs --inh-caps=-all --ambient-caps=-all --bounding-set=-all \
    env --ignore-environment --chdir=/app "${environment[@]}" "$@"
}

# stop <name>: SIGTERM to its first process; must end with 0 within the 30 s that compose grants.
stop() {
  local process=${containers[$1]} first status=0 begin=$EPOCHREALTIME
  first=$(cat "/proc/$process/task/$process/children")
  kill -TERM "${first// /}"
  timeout 30 tail --pid="$process" --sleep-interval=0.1 -f /dev/null || fail "$1 has not ended within 30 s"
  wait "$process" || status=$?
  unset "containers[$1]"
  [ "$status" -eq 0 ] || { tail -n 20 "$trial/$1.log"; fail "$1 ended with $status after SIGTERM"; }
  ok "$1 ended with 0, $(seconds_since "$begin") s after SIGTERM"
}

seconds_since() { LC_ALL=C awk -v a="$1" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }'; }

health() { jq -r '.Docker.config.Healthcheck.Test[1:][]' "$folder/$1.json"; }

# await_healthy <name> <image>: by the image's own check.
await_healthy() {
  local begin=$EPOCHREALTIME
  local -a check
  readarray -t check < <(health "$2")
  until inside "$1" "${check[@]}" > /dev/null 2>&1; do
    kill -0 "${containers[$1]}" 2> /dev/null || { tail -n 20 "$trial/$1.log"; fail "$1 has ended"; }
    [ "${EPOCHREALTIME%.*}" -lt $((${begin%.*} + 60)) ] || { tail -n 20 "$trial/$1.log"; fail "$1 is not healthy"; }
    sleep 0.2
  done
  ok "$1 is healthy"
}

# await_line <name> <text>: in its log.
await_line() {
  for _ in $(seq 600); do
    if grep -q "$2" "$trial/$1.log"; then return; fi
    kill -0 "${containers[$1]}" 2> /dev/null || break
    sleep 0.1
  done
  tail -n 20 "$trial/$1.log"
  fail "$1 does not say \"$2\""
}

trap tidy_up EXIT

say 'PostgreSQL, with the databases and secrets of compose.yaml'
docker/make-secrets.sh "$trial/secrets" > /dev/null
webhook_token=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')
printf 'webhook.signature.uri=http://127.0.0.1:8099/start\nwebhook.signature.token=%s\n' "$webhook_token" \
  >> "$trial/secrets/conventions-signing.properties"
chmod 711 "$trial/secrets"
echo '127.0.0.1 localhost database' > "$folder/hosts"
install --directory --owner postgres "$trial/postgres"
as_postgres "$postgres_bin/initdb" --pgdata "$trial/postgres" --username postgres --auth scram-sha-256 \
  --pwfile "$trial/secrets/postgres-password" --encoding UTF8 --locale C > "$trial/postgres.log" 2>&1 \
  || fail "$(cat "$trial/postgres.log")"
as_postgres "$postgres_bin/pg_ctl" --pgdata "$trial/postgres" --wait --log "$trial/postgres/log" \
  --options "-c listen_addresses=127.0.0.1 -c unix_socket_directories=''" start > /dev/null
PGHOST=127.0.0.1 PGUSER=postgres PGPASSWORD=$(cat "$trial/secrets/postgres-password") SECRETS=$trial/secrets \
  docker/postgres/make-databases.sh
ok "$("$postgres_bin/postgres" --version), two databases, two roles"

signing=(
  --volume "$trial/volumes/signing-data:/data"
  --file "$trial/secrets/conventions-signing.properties:/run/secrets/conventions-signing.properties"
  --env CONFIG_FILE=/run/secrets/conventions-signing.properties
  --env SERVER_BASE_URL=http://127.0.0.1:8081
)
video=(
  --volume "$trial/volumes/media:/media"
  --file "$trial/secrets/video-rest.properties:/run/secrets/video-rest.properties"
  --env CONFIG_FILE=/run/secrets/video-rest.properties
  --env SERVER_BASE_URL=http://127.0.0.1:8082
)
video_service=("${video[@]}" --volume "$trial/volumes/video-data:/data" --env ENCODE_CONCURRENCY=0)
# Beside the service on one network here, so its port is another.
video_worker=("${video[@]}" --volume "$trial/volumes/worker-data:/data" --env METRICS_PORT=9083)

say 'the images without what they need'
for image in conventions-signing video-rest; do
  if "${run[@]}" "$image" --env SERVER_BASE_URL=http://localhost --env APPLI_PUBLIC_TOKENS=0123456789abcdef \
    > "$trial/refusal" 2>&1; then
    fail "$image starts without a database"
  fi
  tail -n 1 "$trial/refusal"
  grep -q 'database.url' "$trial/refusal" || fail 'that does not tell what to do'
  ok "$image refuses to start without a database"
done
for image in conventions-signing video-rest; do
  "${run[@]}" "$image" --env NODE_DEBUG_NATIVE=COMPILE_CACHE > "$trial/modules" 2>&1 || true
  compiled=$(grep -c 'was accepted' "$trial/modules") || fail "$image does not find its modules compiled"
  ok "$image finds its modules compiled: $compiled of them"
done
readarray -t check < <(health video-rest)
if "${run[@]}" video-rest -- "${check[@]}" > "$trial/refusal" 2>&1; then fail 'the health check passes without a service'; fi
ok 'the health check fails without a service'

say 'start'
begin=$EPOCHREALTIME
start signing conventions-signing "${signing[@]}"
await_line signing '"ready on'
ok "signing is ready after $(seconds_since "$begin") s, on a new database"
begin=$EPOCHREALTIME
start video video-rest "${video_service[@]}"
await_line video '"ready on'
ok "video is ready after $(seconds_since "$begin") s, on a new database"
start worker video-rest "${video_worker[@]}" -- node apps/video-rest/src/worker-main.ts
await_line worker '"ready, '
await_healthy signing conventions-signing
await_healthy video video-rest
await_healthy worker video-rest

say 'what a process in a container may do'
# shellcheck disable=SC2016 # expanded inside
confined='
  echo "user $(id -u):$(id -g), $(grep NoNewPrivs /proc/self/status | tr -s "\t" " "), $(grep CapBnd /proc/self/status | tr -s "\t" " ")"
  [ "$(id -u)" = 10001 ] || exit 1
  for place in /app/x /app/.compile-cache/x /etc/x /usr/x /var/tmp/x /home/x /run/x /dev/x /x; do
    if ( : > "$place" ) 2> /dev/null; then echo "can write $place"; exit 1; fi
  done
  for place in "$@"; do : > "$place/x" && rm "$place/x" || exit 1; done'
inside signing sh -c "$confined" sh /data /tmp || fail 'not confined'
inside video sh -c "$confined" sh /data /media /tmp || fail 'not confined'
ok 'nothing is writable but the volumes and /tmp'
if inside signing sh -c 'command -v ffmpeg'; then fail 'ffmpeg is in the wrong image'; fi
inside video ffmpeg -hide_banner -version | head -n 1

say 'the commands, as of docker exec'
inside signing node apps/conventions-signing/src/cli/config.ts > "$trial/config" || fail "$(cat "$trial/config")"
inside signing node apps/conventions-signing/src/cli/migrate.ts --check
inside video node apps/video-rest/src/cli/migrate.ts --check
inside signing node apps/conventions-signing/src/cli/account.ts create ada --role reader --generate > /dev/null
inside video node apps/video-rest/src/cli/account.ts create ada --staff --generate > /dev/null
video_token=$(inside video node apps/video-rest/src/cli/token.ts create root --label smoke-test | tail -n 1)
ok 'config, migrate, account and token'

say 'the smoke test'
inside video ffmpeg -nostdin -loglevel error -f lavfi -i testsrc2=size=640x360:rate=25:duration=2 \
  -f lavfi -i sine=frequency=440:duration=2 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac /data/clip.mp4
mv "$trial/volumes/video-data/clip.mp4" "$trial/clip.mp4"
token_of() { sed -n "s/^$1=//p" "$trial/secrets/conventions-signing.properties"; }
smoke_test() {
  SIGNING_URL=http://127.0.0.1:8081 VIDEO_URL=http://127.0.0.1:8082 VIDEO_TOKEN=$video_token \
    SIGNING_PUBLIC_TOKEN=$(token_of appli.public.tokens) SIGNING_MANAGEMENT_TOKEN=$(token_of appli.management.tokens) \
    METRICS_URLS='http://127.0.0.1:9081 http://127.0.0.1:9082 http://127.0.0.1:9083' \
    WEBHOOK_PORT=8099 WEBHOOK_TOKEN=$webhook_token \
    "$(find node_modules/node-linux-*/bin/node | head -n 1)" docker/smoke-test.ts "$@" || fail 'the smoke test'
}
smoke_test --clip "$trial/clip.mp4" --keep "$trial/made.json"

say 'stop and start'
for name in worker video signing; do stop "$name"; done
# Each log anew, since readiness is read there.
rm "$trial"/{signing,video,worker}.log
begin=$EPOCHREALTIME
start signing conventions-signing "${signing[@]}"
await_line signing '"ready on'
ok "signing is ready after $(seconds_since "$begin") s"
begin=$EPOCHREALTIME
start video video-rest "${video_service[@]}"
await_line video '"ready on'
ok "video is ready after $(seconds_since "$begin") s"
smoke_test --find "$trial/made.json"
for name in video signing; do stop "$name"; done

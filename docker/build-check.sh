#!/usr/bin/env bash
# Builds both images and tries them, without a Docker engine and without an image registry: with buildah, on a stand-in
# for the base image made of Debian's packages and the Node that npm has installed here. Each container then runs as
# the image says, on a read-only root with nothing writable but its volumes and /tmp, without capabilities and beside a
# real PostgreSQL.
#
# usage: docker/build-check.sh [folder]
#
#   folder  where to work, kept for a quicker next time; without it a new one, removed at the end (needs 6 GB)
#
# Needs root, npm, buildah, debootstrap, iproute2, jq and Debian's postgresql. What npm reads on this machine (its
# configuration, certificates) is mounted during the build and gets into no image.
set -euo pipefail
cd "$(dirname "$0")/.."

# --- Tools ---

say() { printf '\n== %s\n' "$*"; }
ok() { printf 'ok      %s\n' "$*"; }
fail() {
  printf 'FAILED  %s\n' "$*" >&2
  exit 1
}

[ "$(id -u)" -eq 0 ] || fail 'this needs root'
for tool in npm buildah debootstrap ip jq nsenter setpriv unshare; do
  command -v "$tool" > /dev/null || fail "$tool is missing"
done
postgres_bin=$(find /usr/lib/postgresql/*/bin -name initdb -printf '%h\n' 2> /dev/null | sort -V | tail -n 1)
[ -n "$postgres_bin" ] || fail 'postgresql is missing: scripts/install-test-tools installs it'

# Installs what is missing: Node for the base image, and the programs of the check.
node scripts/run.mjs node --version > /dev/null

if [ $# -gt 0 ]; then
  mkdir -p "$1"
  folder=$(cd "$1" && pwd)
else
  folder=$(mktemp -d)
  # PostgreSQL, which runs as another user, must get through.
  chmod 711 "$folder"
  is_temporary=yes
fi
buildah() {
  BUILDAH_ISOLATION=chroot command buildah --root "$folder/store" --runroot "$folder/run" "$@"
}
leave() {
  buildah rm --all > /dev/null 2>&1 || true
  rm -f "$folder/npmrc"
  if [ -n "${is_temporary:-}" ]; then rm -rf "$folder"; fi
}
trap leave EXIT

# --- The base image, under the name that the Dockerfile asks for ---

base=$(sed -n 's/^FROM \(node:[^ ]*\) AS .*/\1/p' docker/Dockerfile)
if ! buildah inspect --type image "docker.io/library/$base" > /dev/null 2>&1; then
  say "making a stand-in for $base"
  release=$(expr "$base" : '.*-\([a-z]*\)-slim')
  node=$(find node_modules/node-linux-*/bin/node | head -n 1)
  [ "node:$("$node" --version | tr -d v)-$release-slim" = "$base" ] || fail "$node is another version than $base"
  root=$folder/base
  mirror=${DEBIAN_MIRROR:-http://deb.debian.org}
  rm -rf "$root"
  debootstrap --variant=minbase "$release" "$root" "$mirror/debian" > "$folder/debootstrap.log" \
    || fail "see $folder/debootstrap.log"
  printf 'deb %s %s main\n' "$mirror/debian" "$release" "$mirror/debian" "$release-updates" \
    "$mirror/debian-security" "$release-security" > "$root/etc/apt/sources.list"
  # As in Debian's images: nothing of apt is kept.
  printf '%s\n' 'Dir::Cache::pkgcache "";' 'Dir::Cache::srcpkgcache "";' \
    'DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb || true"; };' > "$root/etc/apt/apt.conf.d/docker-clean"
  rm -rf "$root"/var/lib/apt/lists/* "$root"/var/cache/apt/* "$root"/usr/share/{doc,man,locale}/*
  npm_folder=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
  mkdir -p "$root/usr/local/lib/node_modules"
  cp "$node" "$root/usr/local/bin/node"
  cp -R "$npm_folder" "$root/usr/local/lib/node_modules/npm"
  for name in npm npx; do ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$root/usr/local/bin/$name"; done
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$root" / > /dev/null
  buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
  buildah commit --quiet --rm "$container" "docker.io/library/$base" > /dev/null
  rm -rf "$root"
fi

# --- The images ---

# npm's own configuration of this machine, with the certificates that Node is told to trust besides.
umask 077
user_configuration=$(npm config get userconfig 2> /dev/null)
if [ -f "$user_configuration" ]; then cat "$user_configuration" > "$folder/npmrc"; else : > "$folder/npmrc"; fi
certificates=$(npm config get cafile 2> /dev/null)
if [ ! -f "$certificates" ]; then certificates=${NODE_EXTRA_CA_CERTS:-}; fi
mounts=(--volume "$folder/npmrc:/root/.npmrc:ro")
if [ -f "$certificates" ]; then
  printf '\ncafile=/run/build-certificates.pem\n' >> "$folder/npmrc"
  mounts+=(--volume "$(readlink -f "$certificates"):/run/build-certificates.pem:ro")
fi
umask 022

for image in conventions-signing video-rest; do
  say "building $image"
  SECONDS=0
  buildah bud --layers --pull-never --network host --format docker "${mounts[@]}" \
    --file docker/Dockerfile --target "$image" --tag "$image" . > "$folder/$image.log" 2>&1 \
    || { tail -n 40 "$folder/$image.log"; fail "see $folder/$image.log"; }
  ok "built in $SECONDS s"
done

# Mounted here, since the containers below share this file system.
for image in conventions-signing video-rest; do
  buildah rm "try-$image" > /dev/null 2>&1 || true
  buildah from --pull-never --name "try-$image" "localhost/$image" > /dev/null
  buildah mount "try-$image" > "$folder/$image.root"
  buildah inspect --type image "localhost/$image" > "$folder/$image.json"
done

say 'sizes, in MiB'
buildah images --format '{{.Name}} {{.Size}}' | grep -v '<none>'
for image in conventions-signing video-rest; do
  root=$(cat "$folder/$image.root")
  echo "$image:"
  (cd "$root" && du -sm usr app/node_modules app/apps app/packages app/prisma app/.compile-cache | sed 's/^/  /')
done

# --- The trial ---

# In a network of its own, so that no port is taken.
unshare --net docker/build-check/try-images.sh "$folder" "$postgres_bin"

say 'compose.yaml'
compose=
if docker compose version > /dev/null 2>&1; then
  compose='docker compose'
elif command -v docker-compose > /dev/null; then
  compose=docker-compose
fi
if [ -n "$compose" ]; then
  # Instead of docker/.env, which may be there.
  : > "$folder/no.env"
  SIGNING_HOST=sign.example.org VIDEO_HOST=video.example.org $compose --env-file "$folder/no.env" --file docker/compose.yaml config --quiet \
    || fail "$compose does not take compose.yaml"
  ok "$compose takes it"
  if SIGNING_HOST=sign.example.org $compose --env-file "$folder/no.env" --file docker/compose.yaml config --quiet 2> "$folder/refusal"; then
    fail 'compose.yaml is taken without VIDEO_HOST'
  fi
  grep -q 'set VIDEO_HOST' "$folder/refusal" || fail "$(cat "$folder/refusal")"
  ok 'without VIDEO_HOST it says what to set'
else
  echo 'not looked at: no client of compose here'
fi

say 'both images do what they must'

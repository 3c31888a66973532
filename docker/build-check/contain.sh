#!/usr/bin/env bash
# A container by hand, for build-check.sh: runs a command in an image's files as the image says (user, folder, command,
# environment), on a read-only root, without capabilities or the way to any, in namespaces of its own for processes and
# mounts. Ends with the status of the command.
#
# usage: unshare --mount --pid --fork contain.sh <folder> <image> [option ...] [-- <command> ...]
#
#   --volume <folder>:<path>   as of docker
#   --file <file>:<path>       the same for one file below /run, read-only
#   --env <name>=<value>       as of docker
set -euo pipefail
folder=$1
image=$2
shift 2
root=$(cat "$folder/$image.root")
at=$(mktemp -d "$folder/at.XXXXXX")
readarray -t environment < <(jq -r '.Docker.config.Env[]' "$folder/$image.json")
readarray -t command < <(jq -r '(.Docker.config.Entrypoint + .Docker.config.Cmd)[]' "$folder/$image.json")
directory=$(jq -r '.Docker.config.WorkingDir' "$folder/$image.json")
user=$(jq -r '.Docker.config.User' "$folder/$image.json")

mount --make-rprivate /
mount --bind "$root" "$at"
mount -o remount,bind,ro "$at"
mount -t proc -o nosuid,nodev,noexec proc "$at/proc"
mount -t tmpfs -o nosuid,nodev,mode=1777,size=64m tmpfs "$at/tmp"
mount -t tmpfs -o nosuid,mode=755,size=1m tmpfs "$at/dev"
for device in null zero random urandom; do
  touch "$at/dev/$device"
  mount --bind "/dev/$device" "$at/dev/$device"
done
mount -t tmpfs -o nosuid,nodev,mode=755,size=1m tmpfs "$at/run"
mount --bind "$folder/hosts" "$at/etc/hosts"

while [ $# -gt 0 ]; do
  case $1 in
    --volume)
      # A new volume begins as what the image has there.
      [ -e "${2%:*}" ] || cp -a "$root${2##*:}" "${2%:*}"
      mount --bind "${2%:*}" "$at${2##*:}"
      ;;
    --file)
      mkdir -p "$(dirname "$at${2##*:}")"
      touch "$at${2##*:}"
      mount --bind "${2%:*}" "$at${2##*:}"
      mount -o remount,bind,ro "$at${2##*:}"
      ;;
    --env) environment+=("$2") ;;
    --)
      shift
      readarray -t command < <(jq -r '.Docker.config.Entrypoint[]' "$folder/$image.json")
      command+=("$@")
      break
      ;;
  esac
  shift 2
done
mount -o remount,ro "$at/run"
mount -o remount,ro "$at/dev"

# setpriv is the image's own, found after the change of root.
exec chroot "$at" setpriv --reuid="${user%:*}" --regid="${user#*:}" --clear-groups --no-new-privs \
  --inh-caps=-all --ambient-caps=-all --bounding-set=-all \
  env --ignore-environment --chdir="$directory" "${environment[@]}" "${command[@]}"

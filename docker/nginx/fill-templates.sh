#!/bin/sh
# Fills in templates/ into conf.d/, as the image of nginx does at its start: ${NAME} becomes that variable of the
# environment. What nginx calls $name stays.
#
# usage: fill-templates.sh [folder]        the folder that has templates/; that of this file when none is given
set -eu
cd "${1:-$(dirname "$0")}"
find templates -name '*.template' | while read -r template; do
  file=conf.d/${template#templates/}
  mkdir -p "$(dirname "$file")"
  perl -pe 's/\$\{([A-Z_]+)\}/$ENV{$1} \/\/ die "$1 is not set\n"/ge' "$template" > "${file%.template}"
done

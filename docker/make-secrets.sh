#!/bin/sh
# Makes what is secret in compose.yaml, once: passwords of the database, and a configuration file for each service,
# which is yours to complete. What is there already stays as it is.
#
# usage: make-secrets.sh [folder]        secrets/ beside this file when none is given
set -eu
cd "$(dirname "$0")"
folder=${1:-secrets}

umask 022
mkdir -p "$folder"
# The folder keeps other users of this machine out; the files can be read by the users inside the containers, to which
# compose hands each file alone.
chmod 700 "$folder"

random() {
  od -An -N24 -tx1 /dev/urandom | tr -d ' \n'
}

# Writes standard input to a file that is not there yet, or not at all.
make() {
  if [ -e "$folder/$1" ]; then
    echo "$folder/$1 is there already"
    cat > /dev/null
  else
    cat > "$folder/$1.new"
    mv "$folder/$1.new" "$folder/$1"
    echo "made $folder/$1"
  fi
}

for name in postgres conventions-signing-database video-rest-database; do
  random | make "$name-password"
done

make conventions-signing.properties <<EOF
# Parameters of the signing service; docs/signing.md lists all of them.
database.url=postgresql://conventions_signing:$(cat "$folder/conventions-signing-database-password")@database/conventions_signing
# For the signing application, and for your own application.
appli.public.tokens=$(random)
appli.management.tokens=$(random)
# What the signing application is called at, and the token that its vendor has given you.
#webhook.signature.uri=https://sign.example.org/start
#webhook.signature.token=
EOF

make video-rest.properties <<EOF
# Parameters of the video platform; docs/video.md lists all of them.
database.url=postgresql://video_rest:$(cat "$folder/video-rest-database-password")@database/video_rest
#TITLE_ETB=Example University
#DEFAULT_DC_COVERAGE=
#DEFAULT_DC_RIGHTS=
#OAI_ADMIN_EMAIL=
EOF

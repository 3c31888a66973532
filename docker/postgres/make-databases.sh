#!/bin/sh
# Run once by the PostgreSQL image, on a new volume: a database for each service, and a role that owns it and may do
# nothing elsewhere.
set -eu

make_database() {
  # psql reads the password itself: arguments are seen by everybody.
  psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --set=name="$1" --set=password_file="$2" <<'SQL'
\set password `cat :'password_file'`
create role :"name" login password :'password';
create database :"name" owner :"name";
revoke all on database :"name" from public;
SQL
}

make_database conventions_signing "${SECRETS:-/run/secrets}/conventions-signing-database-password"
make_database video_rest "${SECRETS:-/run/secrets}/video-rest-database-password"

#!/bin/sh
# What the real image's entrypoint does for docker-compose.yml: makes the cluster when the volume is new, and runs the
# files of /docker-entrypoint-initdb.d in it.
set -eu
export PGDATA=/var/lib/postgresql/18/docker
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  umask 077
  printf %s "$POSTGRES_PASSWORD" >/tmp/password
  initdb --username=postgres --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl start --wait --options "-c listen_addresses=''"
  for file in /docker-entrypoint-initdb.d/*.sql; do
    psql --username=postgres --set ON_ERROR_STOP=1 --file "$file"
  done
  pg_ctl stop --wait
fi
exec "$@" -c listen_addresses='*'

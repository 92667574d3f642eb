#!/bin/sh
# Writes compose.env beside docker-compose.yml, or the file that is named as argument: the public names, and new random
# secrets. A file that exists is kept as it is; variables that it lacks are named, and the exit status is then 1.
set -eu
file=${1:-$(dirname "$0")/../compose.env}
secret() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
variables() {
  cat <<END
# Public names that resolve to this machine. Browsers and curl on this machine resolve names below .localhost by
# themselves.
AUTH_HOST=auth.localhost
API_HOST=api.localhost
INSTANT_HOST=instant.localhost
IMAGES_HOST=images.localhost
BOARD_HOST=board.localhost
# The issuer of their certificates: 'internal' is Caddy's own CA. With an e-mail address it is Let's Encrypt, for names
# that resolve publicly.
CADDY_ISSUER=internal
# whole: every engine, on 16 GB of memory. Empty: Chromium, WebKit and text, on 8 GB.
COMPOSE_PROFILES=whole

POSTGRES_SUPERUSER_PASSWORD=$(secret)
POSTGRES_PASSWORD=$(secret)
POSTGRES_WORKER_PASSWORD=$(secret)
POSTGRES_BOARD_PASSWORD=$(secret)
POSTGRES_IMAGES_PASSWORD=$(secret)
REDIS_ADMIN_PASSWORD=$(secret)
REDIS_AUTH_PASSWORD=$(secret)
REDIS_API_PASSWORD=$(secret)
REDIS_WORKER_CHROMIUM_PASSWORD=$(secret)
REDIS_WORKER_WEBKIT_PASSWORD=$(secret)
REDIS_WORKER_FIREFOX_PASSWORD=$(secret)
REDIS_WORKER_THUNDERBIRD_PASSWORD=$(secret)
REDIS_WORKER_ROUNDCUBE_PASSWORD=$(secret)
REDIS_WORKER_TEXT_PASSWORD=$(secret)
MINIO_ROOT_PASSWORD=$(secret)
S3_USER=pas
S3_USER_SECRET=$(secret)
S3_WORKER=pas-worker
S3_WORKER_SECRET=$(secret)
SESSION_SECRET=$(secret)
ENCRYPTION_KEYS=$(secret)
BOARD_CLIENT_ID=pas-board
BOARD_CLIENT_SECRET=$(secret)
BOARD_SECRET=$(secret)
GRAFANA_PASSWORD=$(secret)
END
}
if [ -e "$file" ]; then
  missing=$(variables | sed -n 's/^\([A-Z0-9_]*\)=.*/\1/p' | while read -r name; do
    grep -q "^$name=" "$file" || printf ' %s' "$name"
  done)
  echo "$file exists and is kept: its public names, and its secrets, with which the stores were made." >&2
  [ -z "$missing" ] && exit
  echo "It lacks$missing: take these lines from a new file: sh $0 new.env" >&2
  exit 1
fi
umask 077
set -C
variables >"$file"

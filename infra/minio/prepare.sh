#!/bin/sh
# Makes the bucket, the rules by which it forgets, and two users: the services', who may do no more than read, write and list there, and the
# workers', who may read emails and write pictures. Safe to run again; nothing but a shell and mc is in the image. MC_HOST_store says where
# the store is, and who its root is.
set -eu
here=${0%/*}
mc mb --ignore-existing store/pas
mc ilm rule import store/pas <"$here/lifecycle.json"

# user, secret, policy, its file
allow() {
  mc admin policy create store "$3" "$here/$4"
  mc admin user add store "$1" "$2"
  # Attaching what is attached already is an error to some releases of mc (github.com/minio/mc/issues/4863).
  answer=$(mc admin policy attach store "$3" --user "$1" 2>&1) || case $answer in
  *'already in effect'*) ;;
  *)
    echo "$answer" >&2
    exit 1
    ;;
  esac
}
allow "$S3_USER" "$S3_USER_SECRET" pas-objects policy.json
allow "$S3_WORKER" "$S3_WORKER_SECRET" pas-captures worker-policy.json

#!/bin/sh
# Makes the bucket, its lifecycle rules, and two users: the services', which may only read, write, delete and list in
# the bucket, and the workers', which may read emails and write pictures. It may be run again. It uses nothing but a
# shell and mc, as the image has no other programs. MC_HOST_store has the store's address and its root's credentials.
set -eu
here=${0%/*}
mc mb --ignore-existing store/pas
mc ilm rule import store/pas <"$here/lifecycle.json"

# Makes a user and gives it a policy. Arguments: user, secret, policy, the policy's file.
allow() {
  mc admin policy create store "$3" "$here/$4"
  mc admin user add store "$1" "$2"
  # Some releases of mc fail when the policy is attached already (github.com/minio/mc/issues/4863).
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

#!/bin/sh
# Makes the bucket, the rules by which it forgets, and the user of the services, who may do no more than read, write and list there.
# Safe to run again; nothing but a shell and mc is in the image. MC_HOST_store says where the store is, and who its root is.
set -eu
here=${0%/*}
mc mb --ignore-existing store/pas
mc ilm rule import store/pas <"$here/lifecycle.json"
mc admin policy create store pas-objects "$here/policy.json"
mc admin user add store "$S3_USER" "$S3_USER_SECRET"
# Attaching what is attached already is an error to some releases of mc (github.com/minio/mc/issues/4863).
answer=$(mc admin policy attach store pas-objects --user "$S3_USER" 2>&1) || case $answer in
*'already in effect'*) ;;
*)
  echo "$answer" >&2
  exit 1
  ;;
esac

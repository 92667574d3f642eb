#!/bin/sh
# Makes the bucket, the rules by which it forgets, and the user of the services, who may do no more than read, write and list there.
# Safe to run again. MC_HOST_store says where the store is, and who its root is.
set -eu
here=/etc/minio
mc mb --ignore-existing store/pas
mc ilm rule import store/pas <"$here/lifecycle.json"
mc admin policy create store pas "$here/policy.json"
mc admin user add store "$AWS_ACCESS_KEY_ID" "$AWS_SECRET_ACCESS_KEY"
# Attaching what is attached already is an error to mc.
mc admin policy attach store pas --user "$AWS_ACCESS_KEY_ID" ||
  mc admin policy entities store --user "$AWS_ACCESS_KEY_ID" | grep -qw pas

#!/bin/sh
# Prints the users of Redis as lines for redis.conf or an ACL file: one for each kind of process, with the rights that
# it needs and no other, and `default`. A user whose variable REDIS_…_PASSWORD is not set gets no line: the Redis of
# RATES_REDIS_URL has no workers. docs/operations.md, "Users of Redis", says how to use it with a Redis of your own.
set -eu
prefix=${REDIS_PREFIX:-pas}
case $prefix in
*[!A-Za-z0-9:._{}-]*)
  echo "REDIS_PREFIX: only letters, digits and : . _ { } - can be in a pattern of keys, not '$prefix'" >&2
  exit 1
  ;;
esac
engines='chromium text webkit firefox thunderbird roundcube'

# user NAME PASSWORD RULES
user() {
  [ -n "$2" ] || return 0
  printf 'user %s on #%s resetchannels -@all %s\n' "$1" "$(printf %s "$2" | sha256sum | cut -d ' ' -f 1)" "$3"
}

# For every connection. CLIENT TRACKING would tell the names of all keys.
connecting='+ping +select +client -client|tracking'
# For scripts, each command of which is checked against the same rights. A worker runs those that api has loaded, and no
# other: with EVAL or SCRIPT LOAD one that is taken over could keep Redis busy for ever.
running='+evalsha'
loading='+multi +exec +discard +eval +evalsha +script|load +script|exists'
# The commands of BullMQ and its scripts. Others of their kinds take memory or time at once: SETRANGE, LCS, ZUNIONSTORE;
# SCAN and RANDOMKEY would tell of the keys of others.
queueing='+del +exists +type +rename +persist +pexpire +pttl +get +set +incr
  +hget +hgetall +hmget +hset +hmset +hdel +hexists +hincrby +hlen +hscan
  +lindex +llen +lpop +lpos +lpush +lrange +lrem +lset +ltrim +rpop +rpoplpush +rpush
  +sadd +scard +sismember +smembers +srem +sscan +xadd +xtrim
  +bzpopmin +zadd +zcard +zcount +zpopmin +zrange +zrangebyscore +zrem +zremrangebyrank +zremrangebyscore
  +zrevrange +zrevrangebyscore +zscore'
queueing=$(echo $queueing)
# For the counters of limits.
counting='+get +set +incrby +pttl +expire +del'
# Last, so that no category above gives more. INFO is among the dangerous; a start reads from it the version and the
# maxmemory-policy.
harmless='-@admin -@dangerous +info'

all_queues=
all_heartbeats=
for engine in $engines; do
  all_queues="$all_queues ~$prefix:capture-$engine:*"
  all_heartbeats="$all_heartbeats ~$prefix:capture-workers:$engine"
done
# Measurements of contrast, in the engine that measures them.
contrasts="~$prefix:audit-chromium:*"

# The user without a name: no connection can have it. Redis checks its rights when it reads transactions from its
# append-only file, and drops those that it may not make (https://github.com/redis/redis/issues/14541).
echo 'user default off resetpass +@all ~* &*'
# Operators: everything.
user pas_admin "${REDIS_ADMIN_PASSWORD:-}" '+@all ~* &*'
# Failures to sign in, and the like; forms of signed-in users; and which workers there are.
user pas_auth "${REDIS_AUTH_PASSWORD:-}" \
  "$connecting $loading $counting +zrangebyscore $harmless ~$prefix:failures:* ~$prefix:forms:* %R~$prefix:capture-workers:*"
# Every engine's queue and its events, the scheduled jobs, the rates of accounts; and which workers there are.
user pas_api "${REDIS_API_PASSWORD:-}" \
  "$connecting $loading $queueing +xread +xrevrange $counting $harmless$all_queues $contrasts ~$prefix:scheduled-*:* ~$prefix:rate:* %R~$prefix:capture-workers:*"
# bin/pas: puts failed captures into their queues again, and looks at the workers.
user pas_cli "${REDIS_CLI_PASSWORD:-}" \
  "$connecting $loading $queueing $harmless$all_queues %R~$prefix:capture-workers:*"
# A worker of several engines, as with `npm start`; and a worker of one, which reaches no other engine's captures.
user pas_worker "${REDIS_WORKER_PASSWORD:-}" "$connecting $running $queueing $harmless$all_queues $contrasts$all_heartbeats"
for engine in $engines; do
  name=$(echo "$engine" | tr '[:lower:]' '[:upper:]')
  eval "password=\${REDIS_WORKER_${name}_PASSWORD:-}"
  own="~$prefix:capture-$engine:* ~$prefix:capture-workers:$engine"
  [ "$engine" = chromium ] && own="$own $contrasts"
  user "pas_worker_$engine" "$password" "$connecting $running $queueing $harmless $own"
done

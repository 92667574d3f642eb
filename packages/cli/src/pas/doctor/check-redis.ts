import { withRedis } from '../with-redis'
import { check, type Check, type Finding } from './check'

/** Whether Redis answers and never evicts keys, which would drop waiting captures. */
export function checkRedis(url: string | undefined): Promise<Check> {
  return check('redis', 'check REDIS_URL and that Redis runs', () =>
    // INFO instead of CONFIG GET, which hosted servers forbid.
    withRedis(url, async (redisConnection) => judgeRedis(await redisConnection.info())),
  )
}

/** Reads the version and the eviction policy from the answer to INFO; fails unless the policy is `noeviction`. */
export function judgeRedis(report: string): Finding {
  const policy = /^maxmemory_policy:(\S+)/m.exec(report)?.[1] ?? 'unknown'
  const version = /^redis_version:(\S+)/m.exec(report)?.[1] ?? 'unknown'
  if (policy === 'noeviction') return { status: 'ok', detail: 'maxmemory-policy is noeviction', version }
  const detail = `maxmemory-policy is ${policy}, so waiting captures may be dropped: set it to noeviction`
  return { status: 'failed', detail, version }
}

import { withRedis } from '../with-redis'
import { check, type Check, type Finding } from './check'

/** Whether Redis answers and never throws waiting captures away to make room. */
export function checkRedis(url: string | undefined): Promise<Check> {
  return check('redis', 'check REDIS_URL and that Redis runs', () =>
    // Not CONFIG GET: hosted servers forbid it.
    withRedis(url, async (redisConnection) => judgeRedis(await redisConnection.info())),
  )
}

/** What Redis' own report, the answer to INFO, says of its version and of what it does when memory is short. */
export function judgeRedis(report: string): Finding {
  const policy = /^maxmemory_policy:(\S+)/m.exec(report)?.[1] ?? 'unknown'
  const version = /^redis_version:(\S+)/m.exec(report)?.[1] ?? 'unknown'
  if (policy === 'noeviction') return { status: 'ok', detail: 'maxmemory-policy is noeviction', version }
  const detail = `maxmemory-policy is ${policy}, so waiting captures may be dropped: set it to noeviction`
  return { status: 'failed', detail, version }
}

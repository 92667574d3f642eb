import type { Environment } from '../read-environment'
import { withStores } from '../stores'
import { check, skipped, type Check, type Finding } from './check'

/** Fails if this Redis may evict keys, which would drop waiting captures, or counts of failures. */
export function checkRedis(variable: 'REDIS_URL' | 'RATES_REDIS_URL', env: Environment): Promise<Check> {
  const isRates = variable === 'RATES_REDIS_URL'
  return check(isRates ? 'rates' : 'redis', `check ${variable} and that Redis runs`, async () => {
    if (isRates && env[variable] === undefined) return skipped('RATES_REDIS_URL is not set: REDIS_URL counts')
    // INFO instead of CONFIG GET, which hosted servers forbid.
    return withStores(env, async ({ redis }) => judgeRedis(await (await redis(variable)).info()))
  })
}

export function judgeRedis(report: string): Finding {
  const policy = /^maxmemory_policy:(\S+)/m.exec(report)?.[1] ?? 'unknown'
  const version = /^redis_version:(\S+)/m.exec(report)?.[1] ?? 'unknown'
  if (policy === 'noeviction') return { status: 'ok', detail: 'maxmemory-policy is noeviction', version }
  const detail = `maxmemory-policy is ${policy}, so waiting captures, or counts, may be dropped: set it to noeviction`
  return { status: 'failed', detail, version }
}

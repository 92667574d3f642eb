import { readHeartbeats, workerHeartbeatKey, workerHeartbeatTtlMs } from '@pas/captures/worker-heartbeat'
import type { Clock } from '@pas/runtime/clock'
import { check, type Check } from './check'
import { withRedis } from '../with-redis'

/** One version of an engine, and how many live workers serve it. */
export interface ServedEngine {
  engine: string
  version: string
  workers: number
}

/** Which engines live workers serve. It is a failure when there is no live worker, because then no preview is drawn. */
export async function checkEngines(
  { url, prefix }: { url: string | undefined; prefix: string },
  clock: Clock,
): Promise<{ check: Check; engines: ServedEngine[] }> {
  let engines: ServedEngine[] = []
  const result = await check('engines', 'check REDIS_URL and that Redis runs', () =>
    withRedis(url, async (redisConnection) => {
      const oldest = clock.now().getTime() - workerHeartbeatTtlMs
      const beats = await redisConnection.zrangebyscore(`${prefix}:${workerHeartbeatKey}`, oldest, '+inf')
      engines = countWorkers(beats)
      if (engines.length === 0) return { status: 'failed', detail: 'no live worker: start a render-worker' }
      const names = engines.map(({ engine, version, workers }) => `${engine} ${version} (${workers})`)
      return { status: 'ok', detail: `engine version (live workers): ${names.join(', ')}` }
    }),
  )
  return { check: result, engines }
}

function countWorkers(beats: readonly string[]): ServedEngine[] {
  const counted = new Map<string, ServedEngine>()
  for (const { engine, version } of readHeartbeats(beats)) {
    const key = JSON.stringify([engine, version])
    counted.set(key, { engine, version, workers: (counted.get(key)?.workers ?? 0) + 1 })
  }
  return [...counted.keys()].sort().flatMap((key) => counted.get(key) ?? [])
}

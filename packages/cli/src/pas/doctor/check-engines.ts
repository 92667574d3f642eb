import { findHeartbeats, type WorkerHeartbeat } from '@pas/captures/worker-heartbeat'
import { engineNames } from '@pas/engine-programs/engine-packages'
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
      const now = clock.now()
      engines = countWorkers(await findHeartbeats(redisConnection, { prefix, engines: engineNames, now }))
      if (engines.length === 0) return { status: 'failed', detail: 'no live worker: start a render-worker' }
      const names = engines.map(({ engine, version, workers }) => `${engine} ${version} (${workers})`)
      return { status: 'ok', detail: `engine version (live workers): ${names.join(', ')}` }
    }),
  )
  return { check: result, engines }
}

function countWorkers(beats: readonly WorkerHeartbeat[]): ServedEngine[] {
  const counted = new Map<string, ServedEngine>()
  for (const { engine, version } of beats) {
    const key = JSON.stringify([engine, version])
    counted.set(key, { engine, version, workers: (counted.get(key)?.workers ?? 0) + 1 })
  }
  return [...counted.keys()].sort().flatMap((key) => counted.get(key) ?? [])
}

import { userInfo } from 'node:os'
import { findHeartbeats, type WorkerHeartbeat } from '@pas/captures/worker-heartbeat'
import { engineInstallLine, engineNames } from '@pas/engine-programs/engine-packages'
import { findEngines } from '@pas/engine-programs/find-engines'
import type { Clock } from '@pas/runtime/clock'
import type { Environment } from '../read-environment'
import { withRedis } from '../with-redis'
import { check, type Check } from './check'

export interface ServedEngine {
  engine: string
  version: string
  workers: number
}

/** Fails without a live worker, because then no preview is drawn. */
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

function countWorkers(heartbeats: readonly WorkerHeartbeat[]): ServedEngine[] {
  const counted = new Map<string, ServedEngine>()
  for (const { engine, version } of heartbeats) {
    const key = JSON.stringify([engine, version])
    counted.set(key, { engine, version, workers: (counted.get(key)?.workers ?? 0) + 1 })
  }
  return [...counted.keys()].sort().flatMap((key) => counted.get(key) ?? [])
}

/**
 * One check for each engine but Chromium. A missing one is `skipped`: another machine may have it, or its email clients
 * are not offered.
 */
export async function checkInstalledEngines(env: Environment): Promise<Check[]> {
  const { username: name, uid, gid } = userInfo()
  const identity = { name, uid, gid, isDropped: false }
  const findings = await findEngines(['text', 'webkit', 'firefox', 'thunderbird', 'roundcube'], {
    env,
    identity,
  })
  return findings.map((finding) => {
    const { engine } = finding
    if ('version' in finding)
      return { name: engine, status: 'ok', version: finding.version, detail: 'installed on this machine' }
    const remedy = `a machine that draws with it needs '${engineInstallLine(engine)}'`
    return { name: engine, status: 'skipped', detail: `${finding.lacks}; ${remedy}` }
  })
}

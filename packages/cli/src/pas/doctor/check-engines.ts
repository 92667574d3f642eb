import { userInfo } from 'node:os'
import { countWorkers, findHeartbeats, type ServedEngine } from '@pas/captures/worker-heartbeat'
import { engineInstallLine, engineNames } from '@pas/engine-programs/engine-packages'
import { findEngines } from '@pas/engine-programs/find-engines'
import type { Clock } from '@pas/runtime/clock'
import type { Environment } from '../read-environment'
import { withStores } from '../stores'
import { check, type Check } from './check'

/** Fails without a live worker, because then no preview is drawn. */
export async function checkEngines(
  env: Environment,
  clock: Clock,
): Promise<{ check: Check; engines: ServedEngine[] }> {
  let engines: ServedEngine[] = []
  const result = await check('engines', 'check REDIS_URL and that Redis runs', () =>
    withStores(env, async (stores) => {
      const redis = await stores.redis()
      const { REDIS_PREFIX: prefix = 'pas' } = env
      engines = countWorkers(await findHeartbeats(redis, { prefix, engines: engineNames, now: clock.now() }))
      if (engines.length === 0) return { status: 'failed', detail: 'no live worker: start a render-worker' }
      const names = engines.map(({ engine, version, workers }) => `${engine} ${version} (${workers})`)
      return { status: 'ok', detail: `engine version (live workers): ${names.join(', ')}` }
    }),
  )
  return { check: result, engines }
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

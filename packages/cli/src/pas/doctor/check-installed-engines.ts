import { userInfo } from 'node:os'
import { engineInstallLine } from '@pas/engine-programs/engine-packages'
import { findEngines } from '@pas/engine-programs/find-engines'
import type { Environment } from '../read-environment'
import type { Check } from './check'

/**
 * Which engines other than Chromium this machine has, one check each. A missing engine is `skipped`, not `failed`:
 * another machine may have it, or the installation may not offer its email clients.
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

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Environment } from '../read-environment'
import { check, type Check } from './check'

const run = promisify(execFile)
const limits = { timeout: 8_000, maxBuffer: 16 * 1024 * 1024 }

/** Whether the browser is where CHROMIUM_PATH says; a machine without that variable draws nothing and needs none. */
export function checkChromium(env: Environment): Promise<Check> {
  const executable = env.CHROMIUM_PATH
  return check('chromium', 'set CHROMIUM_PATH to a chromium-headless-shell or chromium', async () => {
    if (executable === undefined)
      return { status: 'skipped', detail: 'CHROMIUM_PATH is not set; only a machine that draws needs it' }
    const { stdout } = await run(executable, ['--version'], { ...limits, env })
    const version = /\d+(?:\.\d+)+/.exec(stdout)?.[0]
    if (version === undefined) throw new Error(`${executable} does not say a version`)
    return { status: 'ok', detail: executable, version }
  })
}

/** How many font families a program with this environment (FONTCONFIG_FILE) finds; without fontconfig it cannot be told. */
export async function checkFonts(env: Environment): Promise<{ check: Check; families: number | null }> {
  let families: number | null = null
  const result = await check('fonts', "run 'fc-list' to see what is wrong", async () => {
    try {
      const { stdout } = await run('fc-list', ['--format', '%{family[0]}\\n'], { ...limits, env })
      families = new Set(stdout.split('\n').filter((family) => family !== '')).size
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return { status: 'skipped', detail: 'there is no fc-list on this machine to tell' }
    }
    if (families > 0) return { status: 'ok', detail: `${families} families` }
    return { status: 'failed', detail: 'there is no font on this machine: install fonts-liberation' }
  })
  return { check: result, families }
}

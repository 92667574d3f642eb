import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { engineEnvironment } from '@pas/engine-programs/engine-environment'
import { explainMissingFonts, findFontFamilies } from '@pas/engine-programs/find-fonts'
import type { Environment } from '../read-environment'
import { check, skipped, type Check } from './check'

/** `skipped` without CHROMIUM_PATH: such a machine does not draw. */
export function checkChromium(env: Environment): Promise<Check> {
  const executable = env.CHROMIUM_PATH
  return check('chromium', 'set CHROMIUM_PATH to a chromium-headless-shell or chromium', async () => {
    if (executable === undefined)
      return skipped('CHROMIUM_PATH is not set; only a machine that draws needs it')
    const options = { timeout: 8_000, env: engineEnvironment(env) }
    const { stdout } = await promisify(execFile)(executable, ['--version'], options)
    const version = /(?<!\d)\d+(?:\.\d+)+/.exec(stdout)?.[0]
    if (version === undefined) throw new Error(`${executable} does not say a version`)
    return { status: 'ok', detail: executable, version }
  })
}

/** Whether every family that pictures are drawn with is there. `families` is null where nothing is drawn. */
export async function checkFonts(env: Environment): Promise<{ check: Check; families: number | null }> {
  let families: number | null = null
  const result = await check('fonts', "run 'fc-list' to see what is wrong", async () => {
    if (env.FONTCONFIG_FILE === undefined && env.CHROMIUM_PATH === undefined)
      return skipped('FONTCONFIG_FILE is not set; only a machine that draws needs it')
    const found = await findFontFamilies(env)
    if (!found) return skipped('fc-list is not installed on this machine: fonts were not checked')
    families = found.size
    const problem = explainMissingFonts(found)
    if (problem !== null) return { status: 'failed', detail: problem }
    return { status: 'ok', detail: `${found.size} families, all that pictures are drawn with among them` }
  })
  return { check: result, families }
}

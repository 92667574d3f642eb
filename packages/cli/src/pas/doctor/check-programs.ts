import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { engineEnvironment } from '@pas/engine-programs/engine-environment'
import { twinFamilies, twinName } from '@pas/engine-programs/twin-families'
import { fontInstallLine, readFontList } from '@pas/engine-programs/font-list'
import type { Environment } from '../read-environment'
import { check, type Check, type Finding } from './check'

const run = promisify(execFile)
const limits = { timeout: 8_000, maxBuffer: 16 * 1024 * 1024 }

/** `skipped` without CHROMIUM_PATH: such a machine does not draw. */
export function checkChromium(env: Environment): Promise<Check> {
  const executable = env.CHROMIUM_PATH
  return check('chromium', 'set CHROMIUM_PATH to a chromium-headless-shell or chromium', async () => {
    if (executable === undefined)
      return { status: 'skipped', detail: 'CHROMIUM_PATH is not set; only a machine that draws needs it' }
    const { stdout } = await run(executable, ['--version'], {
      ...limits,
      env: engineEnvironment(env),
    })
    const version = /(?<!\d)\d+(?:\.\d+)+/.exec(stdout)?.[0]
    if (version === undefined) throw new Error(`${executable} does not say a version`)
    return { status: 'ok', detail: executable, version }
  })
}

/**
 * Whether `fc-list` finds every family that pictures are drawn with. `skipped`, with `families` null, on a machine that
 * does not draw or has no `fc-list`.
 */
export async function checkFonts(env: Environment): Promise<{ check: Check; families: number | null }> {
  let families: number | null = null
  const result = await check('fonts', "run 'fc-list' to see what is wrong", async () => {
    if (env.FONTCONFIG_FILE === undefined && env.CHROMIUM_PATH === undefined)
      return { status: 'skipped', detail: 'FONTCONFIG_FILE is not set; only a machine that draws needs it' }
    let found: Set<string>
    try {
      const { stdout } = await run('fc-list', ['--format', '%{family}\\n'], {
        ...limits,
        env: engineEnvironment(env),
      })
      // `fc-list` writes a font's names on one line, separated by commas.
      found = new Set(stdout.split(/[\n,]/).filter((family) => family !== ''))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return { status: 'skipped', detail: 'fc-list is not installed on this machine: fonts were not checked' }
    }
    families = found.size
    return judgeFonts(found)
  })
  return { check: result, families }
}

export function judgeFonts(found: ReadonlySet<string>): Finding {
  const lacking = readFontList()
    .map((font) => ({ ...font, families: font.families.filter((family) => !found.has(family)) }))
    .filter(({ families }) => families.length > 0)
  const lackingTwins = twinFamilies.map(twinName).filter((family) => !found.has(family))
  if (lacking.length === 0 && lackingTwins.length === 0)
    return { status: 'ok', detail: `${found.size} families, all that pictures are drawn with among them` }
  const names = [...lacking.flatMap(({ families }) => families), ...lackingTwins].join(', ')
  const commands = [
    ...(lackingTwins.length > 0 ? ["'npm run build'"] : []),
    ...(lacking.length > 0 ? [`'${fontInstallLine(lacking)}'`] : []),
  ].join(' and ')
  return {
    status: 'failed',
    detail: `pictures lack ${names}: start with 'npm start', or type ${commands} and set FONTCONFIG_FILE to infra/fonts/fonts.conf`,
  }
}

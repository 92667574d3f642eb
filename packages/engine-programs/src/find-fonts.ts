import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { engineEnvironment } from './engine-environment'
import { fontInstallLine, readFontList } from './font-list'
import { twinFamilies, twinName } from './twin-families'

const limits = { timeout: 8_000, maxBuffer: 16 * 1024 * 1024 }

/** The families that this machine has, by `fc-list`; null where that is not installed. */
export async function findFontFamilies(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Set<string> | null> {
  try {
    const { stdout } = await promisify(execFile)('fc-list', ['--format', '%{family}\\n'], {
      ...limits,
      env: engineEnvironment(env),
    })
    // `fc-list` writes a font's names on one line, separated by commas.
    return new Set(stdout.split(/[\n,]/).filter((family) => family !== ''))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}

/** Which families that pictures are drawn with are missing, and what to do, for an operator. Null if none is. */
export function explainMissingFonts(found: ReadonlySet<string>): string | null {
  const lacking = readFontList()
    .map((font) => ({ ...font, families: font.families.filter((family) => !found.has(family)) }))
    .filter(({ families }) => families.length > 0)
  const lackingTwins = twinFamilies.map(twinName).filter((family) => !found.has(family))
  if (lacking.length === 0 && lackingTwins.length === 0) return null
  const names = [...lacking.flatMap(({ families }) => families), ...lackingTwins].join(', ')
  const commands = [
    ...(lackingTwins.length > 0 ? ["'npm run build'"] : []),
    ...(lacking.length > 0 ? [`'${fontInstallLine(lacking)}'`] : []),
  ].join(' and ')
  return `pictures lack ${names}: start with 'npm start', or type ${commands} and set FONTCONFIG_FILE to infra/fonts/fonts.conf`
}

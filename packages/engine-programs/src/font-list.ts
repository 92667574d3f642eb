import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const fontPackage = z.strictObject({
  package: z.string(),
  /** The package's name on Debian 12, if it differs. */
  packageOnDebian12: z.string().optional(),
  megabytes: z.number(),
  /** Names in fontconfig. */
  families: z.array(z.string()).min(1),
  folder: z.string(),
  files: z.array(z.string()).min(1),
})
export type FontPackage = z.infer<typeof fontPackage>

/** The same three folders up from `src` and from `dist`. */
export const fontFolder = path.resolve(__dirname, '../../../infra/fonts')

export type DebianRelease = '12' | '13'

/** Lists all fonts that pictures are drawn with, with their package's name on `release`, by default this machine's. */
export function readFontList(release: DebianRelease = readRelease()): FontPackage[] {
  const list = z
    .array(fontPackage)
    .parse(JSON.parse(readFileSync(path.join(fontFolder, 'fonts.json'), 'utf8')))
  return list.map((font) => ({
    ...font,
    package: (release === '12' ? font.packageOnDebian12 : undefined) ?? font.package,
  }))
}

/** Derivatives and newer releases (os-release(5)) have the package names of Debian 13. */
function readRelease(): DebianRelease {
  const file = '/etc/os-release'
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return /^ID=debian$/m.test(text) && /^VERSION_ID="12"$/m.test(text) ? '12' : '13'
}

export const fontInstallLine = (packages: readonly Pick<FontPackage, 'package'>[]): string =>
  `apt-get install ${packageNames(packages).join(' ')}`

/** Two fonts may be in one package. */
export const packageNames = (packages: readonly Pick<FontPackage, 'package'>[]): string[] => [
  ...new Set(packages.map((one) => one.package)),
]

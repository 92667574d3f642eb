import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const fontPackage = z.strictObject({
  /** Debian's package, from Debian 13 on. */
  package: z.string(),
  /** Its name on Debian 12, if another. */
  packageOnDebian12: z.string().optional(),
  /** The download's. */
  megabytes: z.number(),
  /** As fontconfig names them. */
  families: z.array(z.string()).min(1),
  folder: z.string(),
  files: z.array(z.string()).min(1),
})
/** An entry of `infra/fonts/fonts.json`. */
export type FontPackage = z.infer<typeof fontPackage>

/** Three folders above this file, in `src` as in `dist`. */
export const fontFolder = path.resolve(__dirname, '../../../infra/fonts')

export type DebianRelease = '12' | '13'

/** All fonts that pictures are drawn with; `package` is its name on `release`, by default this machine's. */
export function readFontList(release: DebianRelease = thisRelease()): FontPackage[] {
  const list = z
    .array(fontPackage)
    .parse(JSON.parse(readFileSync(path.join(fontFolder, 'fonts.json'), 'utf8')))
  return list.map((one) => ({
    ...one,
    package: (release === '12' ? one.packageOnDebian12 : undefined) ?? one.package,
  }))
}

/** Derivatives and newer releases (os-release(5)) have the package names of Debian 13. */
function thisRelease(): DebianRelease {
  const file = '/etc/os-release'
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return /^ID=debian$/m.test(text) && /^VERSION_ID="12"$/m.test(text) ? '12' : '13'
}

export const fontInstallLine = (packages: readonly Pick<FontPackage, 'package'>[]): string =>
  `apt-get install ${packageNames(packages).join(' ')}`

/** Without repetitions: two fonts may be in one package. */
export const packageNames = (packages: readonly Pick<FontPackage, 'package'>[]): string[] => [
  ...new Set(packages.map((one) => one.package)),
]

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const fontPackage = z.strictObject({
  /** Debian's, from 13 on. */
  package: z.string(),
  /** Where Debian 12 has the same files in another package. */
  packageOnDebian12: z.string().optional(),
  /** What there is to download. */
  megabytes: z.number(),
  /** As fontconfig names them. */
  families: z.array(z.string()).min(1),
  /** Where the package puts the files. */
  folder: z.string(),
  files: z.array(z.string()).min(1),
})
export type FontPackage = z.infer<typeof fontPackage>

/** The fonts' list and rules. Compiled or not, this file lies three folders below the clone. */
export const fontFolder = path.resolve(__dirname, '../../../infra/fonts')

/** The releases on which everything is tried. */
export type DebianRelease = '12' | '13'

/** Every font a picture may be drawn with, with the package that has it on `release`; by default on this machine's. */
export function readFontList(release: DebianRelease = thisRelease()): FontPackage[] {
  const list = z
    .array(fontPackage)
    .parse(JSON.parse(readFileSync(path.join(fontFolder, 'fonts.json'), 'utf8')))
  return list.map((one) => ({
    ...one,
    package: (release === '12' ? one.packageOnDebian12 : undefined) ?? one.package,
  }))
}

/** os-release(5). What is derived from Debian, and what is newer, has the packages of Debian 13. */
function thisRelease(): DebianRelease {
  const file = '/etc/os-release'
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return /^ID=debian$/m.test(text) && /^VERSION_ID="12"$/m.test(text) ? '12' : '13'
}

/** What to type to have them. */
export const fontInstallLine = (packages: readonly Pick<FontPackage, 'package'>[]): string =>
  `apt-get install ${packageNames(packages).join(' ')}`

/** Each package once: two entries may be of the same one. */
export const packageNames = (packages: readonly Pick<FontPackage, 'package'>[]): string[] => [
  ...new Set(packages.map((one) => one.package)),
]

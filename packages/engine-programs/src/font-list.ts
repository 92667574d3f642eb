import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const fontPackage = z.strictObject({
  /** Debian's package, from Debian 13 on. */
  package: z.string(),
  /** The package of Debian 12 with the same files, when it has another name. */
  packageOnDebian12: z.string().optional(),
  /** Size of the download. */
  megabytes: z.number(),
  /** The families' names in fontconfig. */
  families: z.array(z.string()).min(1),
  /** Folder into which the package installs the files. */
  folder: z.string(),
  files: z.array(z.string()).min(1),
})
/** One entry of the list of fonts, `infra/fonts/fonts.json`. */
export type FontPackage = z.infer<typeof fontPackage>

/** The list of fonts and fontconfig's rules: three folders above this file, in `src` as in `dist`. */
export const fontFolder = path.resolve(__dirname, '../../../infra/fonts')

export type DebianRelease = '12' | '13'

/** Every font that pictures may be drawn with, and its package on `release`; default: this machine's. */
export function readFontList(release: DebianRelease = thisRelease()): FontPackage[] {
  const list = z
    .array(fontPackage)
    .parse(JSON.parse(readFileSync(path.join(fontFolder, 'fonts.json'), 'utf8')))
  return list.map((one) => ({
    ...one,
    package: (release === '12' ? one.packageOnDebian12 : undefined) ?? one.package,
  }))
}

/** Read from os-release(5). Derivatives and newer releases count as Debian 13, whose package names they have. */
function thisRelease(): DebianRelease {
  const file = '/etc/os-release'
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return /^ID=debian$/m.test(text) && /^VERSION_ID="12"$/m.test(text) ? '12' : '13'
}

/** The command with which root installs these fonts. */
export const fontInstallLine = (packages: readonly Pick<FontPackage, 'package'>[]): string =>
  `apt-get install ${packageNames(packages).join(' ')}`

/** The packages' names, each once: two entries of the list may be in the same package. */
export const packageNames = (packages: readonly Pick<FontPackage, 'package'>[]): string[] => [
  ...new Set(packages.map((one) => one.package)),
]

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const fontPackage = z.strictObject({
  /** Debian's. */
  package: z.string(),
  /** What there is to download. */
  megabytes: z.number(),
  /** As fontconfig names them. */
  families: z.array(z.string()).min(1),
  /** Where the package puts the files. */
  folder: z.string(),
  files: z.array(z.string()).min(1),
})
export type FontPackage = z.infer<typeof fontPackage>

/** Compiled or not, this file lies three folders below the clone. */
export const fontFolder = path.resolve(__dirname, '../../../infra/fonts')

/** Every font a picture may be drawn with. */
export function readFontList(): FontPackage[] {
  return z.array(fontPackage).parse(JSON.parse(readFileSync(path.join(fontFolder, 'fonts.json'), 'utf8')))
}

/** What to type to have them. */
export const fontInstallLine = (packages: readonly Pick<FontPackage, 'package'>[]): string =>
  `apt-get install ${packages.map((one) => one.package).join(' ')}`

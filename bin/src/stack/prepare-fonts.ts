import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { bringDebianPackages } from './debian-packages'
import type { Home } from './home'
import type { Identity } from './identity'
import { progress } from './progress'
import { isReachable } from './reachable'

const truetype = '/usr/share/fonts/truetype'
const styled = (family: string, styles: string[]): string[] => styles.map((style) => `${family}-${style}.ttf`)
const fourStyles = ['Regular', 'Bold', 'Italic', 'BoldItalic']

/** Every font file a picture may use, by the folder Debian puts it in. */
const fontFiles: Readonly<Record<string, readonly string[]>> = {
  liberation: ['Mono', 'Sans', 'SansNarrow', 'Serif'].flatMap((name) =>
    styled(`Liberation${name}`, fourStyles),
  ),
  dejavu: ['DejaVuSans', 'DejaVuSansMono', 'DejaVuSerif'].flatMap((name) => [
    `${name}.ttf`,
    `${name}-Bold.ttf`,
  ]),
  noto: ['NotoColorEmoji.ttf'],
}
const debianPackages = ['fonts-liberation', 'fonts-dejavu-core', 'fonts-noto-color-emoji']

/**
 * Makes a folder with exactly the fonts a picture may use and a fontconfig file that knows no other; returns that file. Fonts that
 * the system lacks are brought from Debian; where that fails the rest is used, with a warning.
 */
export function prepareFonts(home: Home, identity: Identity): string {
  const wanted = Object.entries(fontFiles).flatMap(([folder, files]) =>
    files.map((file) => path.join(truetype, folder, file)),
  )
  const brought = path.join(home.packages, 'fonts')
  if (!wanted.every((file) => isReachable(file, identity)) && !existsSync(brought)) {
    progress('bringing fonts from Debian (12 MB)')
    try {
      bringDebianPackages({ name: 'fonts', packages: debianPackages, programs: {} }, home.packages, identity)
    } catch (error) {
      progress(
        `WARNING: ${(error as Error).message}; pictures will lack fonts until you type 'apt-get install ${debianPackages.join(' ')}' as root`,
      )
    }
  }
  const files = path.join(home.fonts, 'files')
  rmSync(files, { recursive: true, force: true })
  mkdirSync(files, { mode: 0o755 })
  for (const file of wanted) {
    const found = [path.join(brought, file), file].find((candidate) => existsSync(candidate))
    if (found) symlinkSync(found, path.join(files, path.basename(file)))
  }
  const configFile = path.join(home.fonts, 'fonts.conf')
  const rules = readFileSync(path.join(home.tree, 'infra', 'fonts', 'fonts.conf'), 'utf8')
  writeFileSync(configFile, withFontFolder(rules, files))
  return configFile
}

/** The rules with one folder in place of the system's. */
function withFontFolder(rules: string, folder: string): string {
  const escaped = folder.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  let isFirst = true
  return rules.replace(/^ *<dir>.*<\/dir>\n/gm, () => {
    const line = isFirst ? `  <dir>${escaped}</dir>\n` : ''
    isFirst = false
    return line
  })
}

import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { bringDebianPackages, type PackagesFolder } from './debian-packages'
import {
  fontFolder,
  fontInstallLine,
  packageNames,
  readFontList,
  type FontPackage,
} from '@pas/engine-programs/font-list'
import type { Home } from './home'
import { progress } from './progress'
import { isReachable } from '@pas/engine-programs/reachable'

/**
 * Makes a folder with only the fonts that pictures may use; returns the path of its fontconfig file. Twins come from
 * the build. Missing fonts are downloaded from Debian; if that fails, prints a warning.
 */
export async function prepareFonts(home: Home, packages: PackagesFolder): Promise<string> {
  const list = readFontList()
  const brought = path.join(packages.path, 'fonts')
  const isHere = (file: string): boolean => isReachable(file, packages.identity)
  const lacking = list.filter((one) => !filesOf(one).every(isHere))
  if (
    lacking.some((one) => !filesOf(one).every((file) => isHere(file) || existsSync(path.join(brought, file))))
  )
    await bringFonts(lacking, packages)
  const links = new Map<string, string>()
  for (const file of list.flatMap(filesOf)) {
    const found = [path.join(brought, file), file].find((candidate) => existsSync(candidate))
    if (found) links.set(path.basename(file), found)
  }
  const twins = path.join(home.tree, 'infra', 'fonts', 'dist')
  for (const name of readdirSync(twins)) links.set(name, path.join(twins, name))
  const files = path.join(home.fonts, 'files')
  if (!holdsExactly(files, links)) replaceFolder(files, links)
  const configFile = path.join(home.fonts, 'fonts.conf')
  const rules = withFontFolder(readFileSync(path.join(fontFolder, 'fonts.conf'), 'utf8'), files)
  if (!existsSync(configFile) || readFileSync(configFile, 'utf8') !== rules) writeFileSync(configFile, rules)
  return configFile
}

/** The folder is replaced only when its fonts changed, as another run may be drawing with them. */
function holdsExactly(folder: string, links: ReadonlyMap<string, string>): boolean {
  try {
    const names = readdirSync(folder)
    return (
      names.length === links.size &&
      names.every((name) => readlinkSync(path.join(folder, name)) === links.get(name))
    )
  } catch {
    // The folder is missing, has other files than links, or is being replaced by another run.
    return false
  }
}

function replaceFolder(folder: string, links: ReadonlyMap<string, string>): void {
  const made = mkdtempSync(`${folder}-`)
  chmodSync(made, 0o755)
  for (const [name, target] of links) symlinkSync(target, path.join(made, name))
  rmSync(folder, { recursive: true, force: true })
  try {
    renameSync(made, folder)
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    // Another run has made it since.
    if (!holdsExactly(folder, links)) throw error
  }
}

const filesOf = ({ folder, files }: FontPackage): string[] => files.map((file) => path.join(folder, file))

async function bringFonts(lacking: readonly FontPackage[], packages: PackagesFolder): Promise<void> {
  const megabytes = Math.ceil(lacking.reduce((sum, one) => sum + one.megabytes, 0))
  const names = packageNames(lacking)
  progress(`downloading fonts from Debian (${megabytes} MB): ${names.join(', ')}`)
  try {
    await bringDebianPackages({ name: 'fonts', packages: names, programs: {} }, packages)
  } catch (error) {
    packages.signal.throwIfAborted()
    progress(
      `WARNING: ${(error as Error).message}; pictures will lack fonts until you type '${fontInstallLine(lacking)}' as root`,
    )
  }
}

function withFontFolder(rules: string, folder: string): string {
  const escaped = folder.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  let isFirst = true
  return rules.replace(/^ *<dir.*<\/dir>\n/gm, () => {
    const line = isFirst ? `  <dir>${escaped}</dir>\n` : ''
    isFirst = false
    return line
  })
}

import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { pixelTwins, twins } from '@pas/fonts/twins'

export interface ProductionPackage {
  name: string
  version: string
  /** As in the manifest, where npm asks for an SPDX expression. Null: none. */
  licence: string | null
  dependsOn: readonly string[]
}

interface Manifest {
  name: string
  version: string
  license?: string | { type?: string }
  licenses?: { type: string }[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, unknown>
}

export const keyOf = ({ name, version }: Pick<ProductionPackage, 'name' | 'version'>): string =>
  `${name}@${version}`

/**
 * Every production dependency of services, `pas` and the all-in-one image, sorted by key. Read from what is installed, as the lockfile does
 * not tell which workspace packages run: a package for each platform is listed for this machine's only.
 */
export function listProductionPackages(clone: string): ProductionPackage[] {
  const folders = new Set(listParts(clone))
  const found = new Map<string, ProductionPackage>()
  // The loop adds folders to the set that it iterates; a Set's iteration also visits those.
  for (const folder of folders) {
    const manifest = readManifest(folder)
    const isOurs = manifest.name.startsWith('@pas/')
    // pnpm links a registry package's dependencies beside it, and a workspace package's into its own node_modules.
    const modules = isOurs ? path.join(folder, 'node_modules') : modulesAround(folder, manifest.name)
    const dependencies = dependencyNames(manifest)
      .map((name) => path.join(modules, name))
      .filter((dependency) => existsSync(dependency))
      .map((dependency) => realpathSync(dependency))
    for (const dependency of dependencies) folders.add(dependency)
    if (isOurs) continue
    const { name, version } = manifest
    const dependsOn = dependencies.map((dependency) => keyOf(readManifest(dependency))).sort()
    found.set(keyOf(manifest), { name, version, licence: licenceOf(manifest), dependsOn })
  }
  for (const font of listFontPackages(clone)) found.set(keyOf(font), font)
  return [...found.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** The packages whose fonts become twins (ADR 31), which images contain. */
function listFontPackages(clone: string): ProductionPackage[] {
  const names = [...new Set([...twins, ...pixelTwins.map(({ twin }) => twin)].map((twin) => twin.package))]
  return names.map((name) => {
    const manifest = readManifest(path.join(clone, 'tools', 'fonts', 'node_modules', name))
    // Its manifest names a licence file instead: Bitstream Vera's licence, with the same terms for what DejaVu added.
    const licence = name === 'dejavu-fonts-ttf' ? 'Bitstream-Vera' : licenceOf(manifest)
    return { name, version: manifest.version, licence, dependsOn: [] }
  })
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest

const listParts = (clone: string): string[] => [
  path.join(clone, 'packages', 'cli'),
  // In the all-in-one image.
  path.join(clone, 'tools', 'stack'),
  ...readdirSync(path.join(clone, 'services')).map((name) => path.join(clone, 'services', name)),
]

const modulesAround = (folder: string, name: string): string =>
  path.resolve(folder, ...name.split('/').map(() => '..'))

/**
 * Peer dependencies count: an installed one was installed for this package. Some manifests name optional ones in
 * `peerDependenciesMeta` alone.
 */
const dependencyNames = (manifest: Manifest): string[] =>
  Object.keys({
    ...manifest.peerDependencies,
    ...manifest.peerDependenciesMeta,
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
  })

/** Older manifests have an object (`license.type`), or a list of them (`licenses`). */
function licenceOf({ license, licenses }: Manifest): string | null {
  const names =
    typeof license === 'string' ? [license] : [license, ...(licenses ?? [])].map((one) => one?.type ?? '')
  const said = names.filter((name) => name !== '')
  return said.length === 0 ? null : said.join(' OR ')
}

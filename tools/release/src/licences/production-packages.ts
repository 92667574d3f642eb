import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { pixelTwins, twins } from '@pas/fonts/twins'

/** A package from the registry that a running service may load. */
export interface ProductionPackage {
  name: string
  version: string
  /** As its manifest says it, an SPDX expression where it keeps to the rules; null when it says nothing. */
  licence: string | null
  /** The keys (`name@version`) of the packages that it loads itself. */
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
}

/** What a package is known by: `name@version`. */
export const keyOf = ({ name, version }: Pick<ProductionPackage, 'name' | 'version'>): string =>
  `${name}@${version}`

/**
 * Every package in the production trees of the clone's services and of the operator's command, by name: those that are installed here, so
 * of what there is for each platform the one for this. A lockfile alone would not tell which of a workspace's packages run.
 */
export function listProductionPackages(clone: string): ProductionPackage[] {
  const folders = new Set(listParts(clone))
  const found = new Map<string, ProductionPackage>()
  // A set's iteration reaches what is added on the way.
  for (const folder of folders) {
    const manifest = readManifest(folder)
    const isOurs = manifest.name.startsWith('@pas/')
    // pnpm puts what a package depends on beside it, and what ours depend on into them.
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

/** Those of whose fonts the build makes others, which the images have. */
function listFontPackages(clone: string): ProductionPackage[] {
  const names = [...new Set([...twins, ...pixelTwins.map(({ twin }) => twin)].map((twin) => twin.package))]
  return names.map((name) => {
    const manifest = readManifest(path.join(clone, 'tools', 'fonts', 'node_modules', name))
    // Its manifest names a file, which is the licence of Bitstream Vera, with the same words for what was added.
    const licence = name === 'dejavu-fonts-ttf' ? 'Bitstream-Vera' : licenceOf(manifest)
    return { name, version: manifest.version, licence, dependsOn: [] }
  })
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest

const listParts = (clone: string): string[] => [
  path.join(clone, 'packages', 'cli'),
  ...readdirSync(path.join(clone, 'services')).map((name) => path.join(clone, 'services', name)),
]

const modulesAround = (folder: string, name: string): string =>
  path.resolve(folder, ...name.split('/').map(() => '..'))

/** Peers too: one that is there was put there for it. */
const dependencyNames = (manifest: Manifest): string[] =>
  Object.keys({ ...manifest.peerDependencies, ...manifest.dependencies, ...manifest.optionalDependencies })

/** Older manifests have an object, or a list of them. */
function licenceOf({ license, licenses }: Manifest): string | null {
  const names =
    typeof license === 'string' ? [license] : [license, ...(licenses ?? [])].map((one) => one?.type ?? '')
  const said = names.filter((name) => name !== '')
  return said.length === 0 ? null : said.join(' OR ')
}

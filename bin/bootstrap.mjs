import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { continueOnBroughtNode } from './brought-node.cjs'
import { build, generateDatabaseClient, lastLines, makeFonts, onceFor } from './build.mjs'
import { CannotGoOn, progress } from './progress.cjs'
import { runCommand, runUnlessStopped } from './run-command.mjs'

const root = path.resolve(import.meta.dirname, '..')
/** The oldest that can install the packages; the Node among those does the rest. */
const leastNode = [20, 19]
const pnpm = 'pnpm@10.34.9'

/**
 * Installs the lockfile's packages, generates the database client, builds, and makes the fonts; skips each step whose
 * inputs did not change. Needs only Node and npm. Throws `CannotGoOn`.
 */
export async function bootstrap() {
  // Root may install what an unprivileged user runs, so others need read access; code that writes secrets sets their
  // mode itself.
  process.umask(0o022)
  assertNode()
  await installPackages()
  const warning = await continueOnBroughtNode()
  if (warning !== null) progress(warning)
  await generateDatabaseClient()
  await build()
  await makeFonts()
}

function assertNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [leastMajor, leastMinor] = leastNode
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return
  throw new CannotGoOn(
    `Node ${leastNode.join('.')} or newer is needed, but this is Node ${process.versions.node}: install a newer one.`,
  )
}

async function installPackages() {
  const inputs = [
    'package.json',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    '.pnpmfile.cjs',
    'tests/package.json',
  ]
  for (const folder of ['packages', 'services', 'tools']) {
    for (const name of await readdir(path.join(root, folder))) inputs.push(`${folder}/${name}/package.json`)
  }
  const hash = createHash('sha256')
  for (const input of inputs.filter((file) => existsSync(path.join(root, file))))
    hash.update(`${input}\0`).update(await readFile(path.join(root, input)))
  const isInstalled = existsSync(path.join(root, 'node_modules', '.pnpm'))
  await onceFor('install', hash.digest('hex'), isInstalled, async () => {
    progress('installing packages from the npm registry (about a minute on an empty cache)')
    // CI=true: pnpm does not ask before it replaces a node_modules folder that another version made.
    const result = await runUnlessStopped('npx', ['-y', pnpm, 'install', '--frozen-lockfile'], {
      cwd: root,
      env: { ...process.env, CI: 'true' },
    })
    if (result.status !== 0)
      throw new CannotGoOn(
        `The packages could not be installed ('npx -y ${pnpm} install --frozen-lockfile' in ${root} shows more): ${lastLines(result)}`,
      )
  })
}

if (realpathSync(process.argv[1]) === import.meta.filename) await runCommand(bootstrap)

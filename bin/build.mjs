import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CannotGoOn, progress } from './progress.cjs'
import { runCommand, runUnlessStopped } from './run-command.mjs'

const root = path.resolve(import.meta.dirname, '..')
const stampFolder = path.join(root, 'node_modules', '.pas')
const generatedClient = path.join(root, 'packages', 'db', 'src', 'generated')

/** Unless neither the schema nor the installed Prisma changed. Throws `CannotGoOn`. */
export async function generateDatabaseClient() {
  const inputs = ['prisma/schema.prisma', 'prisma.config.ts', 'pnpm-lock.yaml']
  const hash = createHash('sha256')
  for (const input of inputs) hash.update(await readFile(path.join(root, input)))
  await onceFor('generate', hash.digest('hex'), existsSync(generatedClient), async () => {
    progress('generating the database client')
    // `generate` needs no schema engine, but without these variables it tries to download one and to report its version
    // to Prisma.
    const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', CHECKPOINT_DISABLE: '1' }
    const prisma = path.join(root, 'node_modules', '.bin', 'prisma')
    const result = await runUnlessStopped(prisma, ['generate'], { cwd: root, env })
    if (result.status !== 0)
      throw new CannotGoOn(
        `The database client could not be generated: ${existsSync(prisma) ? lastLines(result) : "packages are missing; run 'node bin/bootstrap.mjs'"}`,
      )
  })
}

/**
 * Compiles each `src` into its `dist`, file by file, but a page's script as one file, unless no source changed. Throws
 * `CannotGoOn`.
 */
export async function build() {
  const sources = await listSources()
  const hash = createHash('sha256').update(await readFile(path.join(root, 'bin', 'build.mjs')))
  for (const { source, size, mtimeMs } of sources) hash.update(`${source}\0${size}\0${mtimeMs}\n`)
  const isBuilt = sources.every(({ output }) => output === null || existsSync(path.join(root, output)))
  await onceFor('build', hash.digest('hex'), isBuilt, async () => {
    progress(`building ${sources.length} files`)
    const built = sources.filter(({ output }) => output !== null)
    const scripts = built.filter(({ source }) => isBrowserScript(source))
    const compiled = built.filter(({ source }) => isCompiled(source) && !isBrowserScript(source))
    const { build: esbuild, stop } = await import('esbuild')
    try {
      await esbuild({
        absWorkingDir: root,
        entryPoints: scripts.map(({ source, output }) => ({ in: source, out: output.replace(/\.js$/, '') })),
        outdir: root,
        bundle: true,
        minify: true,
        format: 'iife',
        platform: 'browser',
        target: ['chrome116', 'firefox115', 'safari16.4'],
        logLevel: 'silent',
      })
      await esbuild({
        absWorkingDir: root,
        entryPoints: compiled.map(({ source, output }) => ({ in: source, out: output.replace(/\.js$/, '') })),
        outdir: root,
        bundle: false,
        format: 'cjs',
        platform: 'node',
        target: 'node22',
        // Turns `import()` into `require()`: Node's own import() does not find a file named without its extension.
        supported: { 'dynamic-import': false },
        sourcemap: true,
        sourcesContent: false,
        jsx: 'automatic',
        logLevel: 'silent',
      })
    } catch (error) {
      throw new CannotGoOn(`The build failed: ${error.message}`)
    } finally {
      // esbuild's own process would otherwise live as long as `npm start`, with all of the shell's variables.
      await stop()
    }
    for (const { source, output } of built.filter(({ source }) => !isCompiled(source))) {
      await mkdir(path.dirname(path.join(root, output)), { recursive: true })
      await copyFile(path.join(root, source), path.join(root, output))
    }
    await removeStaleOutputs(new Set(built.map(({ output }) => output)))
  })
}

/** Twins of fonts that we may not distribute (ADR 31), unless neither tools/fonts nor the lockfile changed. */
export async function makeFonts() {
  const inputs = ['pnpm-lock.yaml', ...(await listFiles('tools/fonts/src'))].sort()
  const hash = createHash('sha256')
  for (const input of inputs) hash.update(await readFile(path.join(root, input)))
  const folder = path.join(root, 'infra', 'fonts', 'dist')
  await onceFor('fonts', hash.digest('hex'), existsSync(folder), async () => {
    progress('making fonts')
    const { default: twins } = await import('../tools/fonts/dist/write-twins.js')
    await twins.writeTwins(folder)
  })
}

const isCompiled = (source) => /\.tsx?$/.test(source)

/** A page's script, which runs in browsers: one file with what it imports of `parts`. */
const isBrowserScript = (source) => /[\\/]src[\\/]browser[\\/][^\\/]+\.ts$/.test(source)

/** Only ever a part of a page's script, or says how to check those. */
const isPartOfScript = (source) => /[\\/]src[\\/]browser[\\/](parts[\\/]|tsconfig\.json$)/.test(source)

async function listParts() {
  const parts = []
  for (const folder of ['packages', 'services', 'tools']) {
    for (const name of await readdir(path.join(root, folder))) parts.push(path.join(folder, name))
  }
  return parts
}

async function listSources() {
  const sources = []
  for (const part of await listParts()) {
    for (const file of await listFiles(path.join(part, 'src'))) {
      if (/\.(test|d)\.tsx?$/.test(file)) continue
      const { size, mtimeMs } = await stat(path.join(root, file))
      const output = path.join(
        part,
        'dist',
        path.relative(path.join(part, 'src'), file).replace(/\.tsx?$/, '.js'),
      )
      sources.push({ source: file, output: isPartOfScript(file) ? null : output, size, mtimeMs })
    }
  }
  // What the board hands in at a button.
  const card = path.join('examples', 'test-card.eml')
  const { size, mtimeMs } = await stat(path.join(root, card))
  sources.push({
    source: card,
    output: path.join('services', 'board', 'dist', 'home', 'test-card.eml'),
    size,
    mtimeMs,
  })
  return sources.sort((a, b) => (a.source < b.source ? -1 : 1))
}

async function listFiles(folder) {
  if (!existsSync(path.join(root, folder))) return []
  const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}

/** An import of a deleted source would still find its output. */
async function removeStaleOutputs(outputs) {
  for (const part of await listParts()) {
    for (const file of await listFiles(path.join(part, 'dist'))) {
      if (!outputs.has(file.replace(/\.map$/, ''))) await rm(path.join(root, file))
    }
  }
}

/**
 * Runs `work` unless it ran to its end for the same `inputs` (a hash) and its result exists (`isThere`). The stamp file
 * `step` keeps the hash.
 */
export async function onceFor(step, inputs, isThere, work) {
  const stamp = path.join(stampFolder, step)
  if (isThere && existsSync(stamp) && (await readFile(stamp, 'utf8')) === inputs) return
  await rm(stamp, { force: true })
  await work()
  await mkdir(stampFolder, { recursive: true })
  await writeFile(stamp, inputs)
}

export const lastLines = ({ stdout, stderr }) =>
  `${stdout}\n${stderr}`.trim().split('\n').slice(-15).join('\n')

if (realpathSync(process.argv[1]) === import.meta.filename) {
  await runCommand(async () => {
    await generateDatabaseClient()
    if (process.argv.includes('--generate-only')) return
    await build()
    await makeFonts()
  })
}

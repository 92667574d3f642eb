/*
 * `npm run verify`: format, lint and types of the files that differ from `main` (in commits since the merge base, or not
 * committed yet), then the tests that import them. The types of all files are checked, but after the first time only
 * anew where something changed.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { CannotGoOn, progress } from './progress.cjs'
import { runCommand, runUnlessStopped } from './run-command.mjs'

const root = path.resolve(import.meta.dirname, '..')
const browserScripts = 'services/board/src/browser'

async function git(...args) {
  const { status, stdout } = await runUnlessStopped('git', args, { cwd: root })
  return status === 0 ? stdout.split('\n').filter(Boolean) : null
}

async function findChangedFiles() {
  const [base] =
    (await git('merge-base', 'HEAD', 'main')) ?? (await git('merge-base', 'HEAD', 'origin/main')) ?? []
  if (base === undefined)
    throw new CannotGoOn("There is no branch 'main' to compare with: 'git fetch origin main'.")
  const differing = (await git('diff', '--name-only', base)) ?? []
  const untracked = (await git('ls-files', '--others', '--exclude-standard')) ?? []
  return [...differing, ...untracked].filter((file) => existsSync(path.join(root, file)))
}

/** Prints what a check found. Resolves to whether it found something. */
async function finds(name, program, args) {
  const { status, stdout, stderr } = await runUnlessStopped(
    path.join(root, 'node_modules', '.bin', program),
    args,
    { cwd: root },
  )
  progress(`${name}: ${status === 0 ? 'nothing found' : 'failed'}`)
  if (status !== 0) process.stdout.write(`${stdout}${stderr}\n`)
  return status !== 0
}

await runCommand(async () => {
  await bootstrap()
  const files = await findChangedFiles()
  const code = files.filter((file) => /\.([cm]?js|tsx?)$/.test(file))
  progress(`${files.length} files differ from main`)
  if (files.length === 0) return
  const typed = ['tsconfig.json']
  if (code.some((file) => file.startsWith(browserScripts))) typed.push(`${browserScripts}/tsconfig.json`)
  const found = await Promise.all([
    finds('format', 'prettier', ['--check', '--ignore-unknown', ...files]),
    ...(code.length > 0 ? [finds('lint', 'eslint', ['--no-warn-ignored', ...code])] : []),
    ...typed.map((config) => finds('types', 'tsc', ['--project', config])),
  ])
  if (found.includes(true)) process.exit(1)
  process.argv.splice(2, Infinity, '--passWithNoTests', '--findRelatedTests', ...files)
  await import('./test.mjs')
})

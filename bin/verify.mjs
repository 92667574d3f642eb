/*
 * `npm run verify`: format, lint and types of the files that differ from `main` (in commits since the merge base, or not
 * committed yet), then the tests that import them. `npm run verify -- HEAD`: of what is not committed yet. Types of all
 * files are checked, but anew only where something changed since the last time.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { CannotGoOn, progress } from './progress.cjs'
import { runCommand, runUnlessStopped } from './run-command.mjs'

const root = path.resolve(import.meta.dirname, '..')
const browserScripts = 'services/board/src/browser'
/** About as many test files as run in half a minute. */
const maxTests = 20

const linesOf = async (program, args) => {
  const { status, stdout } = await runUnlessStopped(program, args, { cwd: root })
  return status === 0 ? stdout.split('\n').filter(Boolean) : []
}

async function findChangedFiles(branch) {
  const git = (...args) => linesOf('git', args)
  const [base] = [
    ...(await git('merge-base', 'HEAD', branch)),
    ...(await git('merge-base', 'HEAD', `origin/${branch}`)),
  ]
  if (base === undefined) throw new CannotGoOn(`There is no '${branch}' to compare with.`)
  const files = [
    ...(await git('diff', '--name-only', base)),
    ...(await git('ls-files', '--others', '--exclude-standard')),
  ]
  return files.filter((file) => existsSync(path.join(root, file)))
}

const bin = (program) => path.join(root, 'node_modules', '.bin', program)
const packageOf = (file) =>
  file
    .split('/')
    .slice(0, /^(packages|services|tools)\//.test(file) ? 2 : 1)
    .join('/')

/** All when they are few, else those of the changed packages. */
async function findTests(files) {
  const related = await linesOf(bin('jest'), [
    ...['--listTests', '--resolver', './bin/resolve-sources.cjs', '--findRelatedTests', ...files],
  ])
  const tests = related.map((file) => path.relative(root, file))
  if (tests.length <= maxTests) return tests
  const packages = new Set(files.map(packageOf))
  const near = tests.filter((test) => packages.has(packageOf(test)))
  progress(`npm test runs ${tests.length - near.length} more test files that import them, of other packages`)
  return near
}

async function passes(name, program, args) {
  const { status, stdout, stderr } = await runUnlessStopped(bin(program), args, { cwd: root })
  progress(`${name}: ${status === 0 ? 'passed' : 'failed'}`)
  if (status !== 0) process.stdout.write(`${stdout}${stderr}\n`)
  return status === 0
}

await runCommand(async () => {
  await bootstrap()
  const [branch = 'main'] = process.argv.slice(2)
  const files = await findChangedFiles(branch)
  progress(`${files.length} files differ from ${branch}`)
  if (files.length === 0) return
  const code = files.filter((file) => /\.([cm]?js|tsx?)$/.test(file))
  const projects = ['.', ...(code.some((file) => file.startsWith(browserScripts)) ? [browserScripts] : [])]
  const [tests, ...passed] = await Promise.all([
    findTests(files),
    passes('format', 'prettier', ['--check', '--ignore-unknown', ...files]),
    code.length === 0 || passes('lint', 'eslint', ['--no-warn-ignored', ...code]),
    ...projects.map((project) => passes(`types of ${project}`, 'tsc', ['--project', project])),
  ])
  if (passed.includes(false)) process.exit(1)
  if (tests.length === 0) return
  process.argv.splice(2, Infinity, '--runTestsByPath', ...tests)
  await import('./test.mjs')
})

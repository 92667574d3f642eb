import path from 'node:path'
import {
  compiledEmail,
  readEmailFile,
  type CompiledEmail,
  type EmailPair,
  type EmailPairs,
} from '../compiled-email'
import { CompareUsageError } from '../usage-error'
import { findBase, type Base } from './find-base'
import { askGit, createGit, type Git } from './git'

export interface GitComparison extends EmailPairs {
  base: Base
}

/** Files of the working tree, each with what the base commit has under its name, or under the name that it had. */
export async function pairWithGit(
  files: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<GitComparison> {
  const here = createGit(cwd, environment)
  const { isDone, output, reason } = await here('rev-parse', '--show-toplevel')
  if (!isDone) throw new CompareUsageError(`--against git: ${reason || 'this is no repository of Git'}.`)
  const prefix = (await askGit(here, 'rev-parse', '--show-prefix')) ?? ''
  const git = createGit(output.toString('utf8').replace(/\n$/, ''), environment)
  const base = await findBase(git, environment)
  const names = new Set(
    files.map((file) => path.relative(cwd, path.resolve(cwd, file)).split(path.sep).join('/')),
  )
  let renames: Promise<Map<string, string>> | null = null
  const listRenamesOnce = () => (renames ??= listRenames(git, base.commit))
  return {
    base,
    count: names.size,
    pairs: (async function* () {
      for (const file of [...names].sort())
        yield await pairFile(
          { git, commit: base.commit, listRenames: listRenamesOnce },
          { file, absolute: path.resolve(cwd, file), inRepository: path.posix.normalize(`${prefix}${file}`) },
        )
    })(),
  }
}

async function pairFile(
  before: { git: Git; commit: string; listRenames: () => Promise<Map<string, string>> },
  { file, absolute, inRepository }: { file: string; absolute: string; inRepository: string },
): Promise<EmailPair> {
  const { git, commit } = before
  try {
    const head = await readEmailFile(absolute)
    const base = await readAt(git, commit, inRepository)
    if (base !== null || head === null) return pairOf(file, base, head)
    const renamedFrom = (await before.listRenames()).get(inRepository)
    if (renamedFrom !== undefined)
      return { ...pairOf(file, await readAt(git, commit, renamedFrom), head), renamedFrom }
    await assertNotIgnored(git, inRepository)
    return pairOf(file, null, head)
  } catch (error) {
    if (error instanceof CompareUsageError) throw error
    return { file, base: null, head: null, failure: error instanceof Error ? error.message : String(error) }
  }
}

const pairOf = (file: string, base: CompiledEmail | null, head: CompiledEmail | null): EmailPair => ({
  file,
  base,
  head,
  failure:
    base === null && head === null
      ? 'There is no such file, neither here nor in the commit that it is compared with.'
      : null,
})

/** Null if the commit has no such file. */
async function readAt(git: Git, commit: string, file: string): Promise<CompiledEmail | null> {
  if (file === '..' || file.startsWith('../'))
    throw new Error('It is not inside the repository. Run the command in the repository of the file.')
  const listed = await git('ls-tree', '-z', commit, '--', file)
  if (!listed.isDone) throw new Error(`Git cannot list it: ${listed.reason}`)
  const entry = /^(\d+) (\w+) ([0-9a-f]{40,64})\t/.exec(listed.output.toString('latin1'))
  if (!entry) return null
  const [, mode, kind, id = ''] = entry
  if (kind !== 'blob' || mode === '120000')
    throw new Error('The earlier commit has something else than a file under this name.')
  const blob = await git('cat-file', 'blob', id)
  if (!blob.isDone) throw new Error(`Git cannot read it: ${blob.reason}`)
  return compiledEmail(file, blob.output)
}

/** By new name. A file that Git does not know yet is found when it has been added. */
async function listRenames(git: Git, commit: string): Promise<Map<string, string>> {
  const { isDone, output } = await git(
    ...['diff-index', '-z', '-M', '-l1000', '--diff-filter=R', '--name-status'],
    ...['--no-ext-diff', '--no-textconv', commit, '--'],
  )
  const renames = new Map<string, string>()
  const parts = isDone ? output.toString('utf8').split('\0') : []
  for (let at = 0; at + 2 < parts.length; at += 3) renames.set(parts[at + 2] ?? '', parts[at + 1] ?? '')
  return renames
}

async function assertNotIgnored(git: Git, file: string): Promise<void> {
  const listed = await git('ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--', file)
  if (listed.output.length > 0)
    throw new Error(
      '.gitignore names it, so no commit has it, and --against git compares what is committed. Build your templates of both commits, and compare the two folders.',
    )
}

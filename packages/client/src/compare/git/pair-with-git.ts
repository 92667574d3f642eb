import { existsSync } from 'node:fs'
import path from 'node:path'
import {
  compiledEmail,
  readEmailFile,
  type CompiledEmail,
  type EmailPair,
  type EmailPairs,
} from '../compiled-email'
import { UsageError } from '../../usage-error'
import { findBase, type Base } from './find-base'
import { askGit, createGit, type Git } from './git'
import { messageOf } from '../../message-of'

export interface GitComparison extends EmailPairs {
  base: Base
}

/** Which are meant, of those here and of `earlier`, names that the base commit has. All are relative to the folder. */
export type FilesOf = (earlier: readonly string[]) => readonly string[]

/** Files of the working tree, each with what the base commit has under its name, or under the name that it had. */
export async function pairWithGit(
  files: FilesOf,
  cwd: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<GitComparison> {
  const here = createGit(cwd, environment)
  const top = (await outputOf(here, 'rev-parse', '--show-toplevel')).replace(/\n$/, '')
  const prefix = (await askGit(here, 'rev-parse', '--show-prefix')) ?? ''
  const git = createGit(top, environment)
  const base = await findBase(git, environment)
  const earlier = await outputOf(git, 'ls-tree', '-r', '-z', '--name-only', base.commit)
  const named = files(
    earlier
      .split('\0')
      .slice(0, -1)
      .map((name) => path.posix.relative(prefix, name)),
  )
  const names = new Map(
    named.map((file) => {
      const name = path.relative(cwd, path.resolve(cwd, file)).split(path.sep).join('/')
      return [path.posix.normalize(`${prefix}${name}`), name]
    }),
  )
  const renames = await listRenames(git, base.commit)
  for (const [name, before] of renames)
    if (names.has(name) && !existsSync(path.resolve(top, before))) names.delete(before)
  return {
    base,
    count: names.size,
    pairs: (async function* () {
      for (const [inRepository, file] of [...names].sort())
        yield await pairFile(
          { git, commit: base.commit, renames },
          { file, absolute: path.resolve(cwd, file), inRepository },
        )
    })(),
  }
}

async function outputOf(git: Git, ...args: string[]): Promise<string> {
  const { isDone, output, reason } = await git(...args)
  if (!isDone) throw new UsageError(`--against git: ${reason || 'this is no repository of Git'}.`)
  return output.toString('utf8')
}

async function pairFile(
  { git, commit, renames }: { git: Git; commit: string; renames: Map<string, string> },
  { file, absolute, inRepository }: { file: string; absolute: string; inRepository: string },
): Promise<EmailPair> {
  try {
    const head = await readEmailFile(absolute)
    const base = await readAt(git, commit, inRepository)
    if (base !== null || head === null) return pairOf(file, base, head)
    const renamedFrom = renames.get(inRepository)
    if (renamedFrom !== undefined)
      return { ...pairOf(file, await readAt(git, commit, renamedFrom), head), renamedFrom }
    await assertNotIgnored(git, inRepository)
    return pairOf(file, null, head)
  } catch (error) {
    if (error instanceof UsageError) throw error
    return { file, base: null, head: null, failure: messageOf(error) }
  }
}

const pairOf = (file: string, base: CompiledEmail | null, head: CompiledEmail | null): EmailPair => ({
  file,
  base,
  head,
  failure:
    base === null && head === null
      ? 'There is no such file, here or in the commit that it is compared with.'
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
    ...['diff-index', '--cached', '-z', '-M', '-l1000', '--diff-filter=R', '--name-status'],
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

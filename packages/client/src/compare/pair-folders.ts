import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  isEmailFile,
  readEmailFile,
  type CompiledEmail,
  type EmailPair,
  type EmailPairs,
} from './compiled-email'
import { CompareUsageError } from './usage-error'

const maxFiles = 20_000

/** Emails of the same name below two folders. */
export async function pairFolders(base: string, head: string, cwd: string): Promise<EmailPairs> {
  const [ofBase, ofHead] = [await listEmails(cwd, base), await listEmails(cwd, head)]
  const names = [...new Set([...ofBase, ...ofHead])].sort()
  if (names.length === 0)
    throw new CompareUsageError(
      `Neither ${base} nor ${head} has an email: a file that ends in .html, .htm or .eml. Build your templates into both first.`,
    )
  return {
    count: names.length,
    pairs: (async function* () {
      for (const name of names) {
        const folder = ofHead.has(name) ? head : base
        const file = path.normalize(path.join(folder, name)).split(path.sep).join('/')
        yield await readPair(file, {
          base: ofBase.has(name) ? path.resolve(cwd, base, name) : null,
          head: ofHead.has(name) ? path.resolve(cwd, head, name) : null,
        })
      }
    })(),
  }
}

async function readPair(
  file: string,
  sides: { base: string | null; head: string | null },
): Promise<EmailPair> {
  const read = (side: string | null): Promise<CompiledEmail | null> =>
    side === null ? Promise.resolve(null) : readEmailFile(side)
  try {
    return { file, base: await read(sides.base), head: await read(sides.head), failure: null }
  } catch (error) {
    return { file, base: null, head: null, failure: error instanceof Error ? error.message : String(error) }
  }
}

/** Names below the folder. Neither links nor hidden folders are followed. */
async function listEmails(cwd: string, folder: string): Promise<Set<string>> {
  const root = path.resolve(cwd, folder)
  const stats = await stat(root).catch(() => null)
  if (!stats?.isDirectory())
    throw new CompareUsageError(
      `${folder} is no folder. Name the two folders with the compiled emails: base, then head.`,
    )
  const names = new Set<string>()
  const waiting = ['']
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    for (const entry of await readdir(path.join(root, below), { withFileTypes: true })) {
      const name = path.join(below, entry.name)
      if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
        waiting.push(name)
      else if (!entry.isDirectory() && isEmailFile(entry.name)) names.add(name)
    }
    if (names.size > maxFiles)
      throw new CompareUsageError(`${folder} has more than ${maxFiles} emails. Name folders with fewer.`)
  }
  return names
}

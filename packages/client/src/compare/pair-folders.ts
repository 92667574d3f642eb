import { stat } from 'node:fs/promises'
import path from 'node:path'
import { glob } from '../glob'
import {
  isEmailFile,
  readEmailFile,
  type CompiledEmail,
  type EmailPair,
  type EmailPairs,
} from './compiled-email'
import { UsageError } from '../usage-error'
import { messageOf } from '../message-of'

const maxFiles = 20_000

/** Emails of the same name below two folders. */
export async function pairFolders(base: string, head: string, cwd: string): Promise<EmailPairs> {
  const [ofBase, ofHead] = [await listEmails(cwd, base), await listEmails(cwd, head)]
  const names = [...new Set([...ofBase, ...ofHead])].sort()
  if (names.length === 0)
    throw new UsageError(
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
    return { file, base: null, head: null, failure: messageOf(error) }
  }
}

/** Names below the folder. */
async function listEmails(cwd: string, folder: string): Promise<Set<string>> {
  const root = path.resolve(cwd, folder)
  const stats = await stat(root).catch(() => null)
  if (!stats?.isDirectory())
    throw new UsageError(
      `${folder} is no folder. Name the two folders with the compiled emails: base, then head.`,
    )
  const emails = glob('**', root).filter(isEmailFile)
  if (emails.length > maxFiles)
    throw new UsageError(`${folder} has more than ${maxFiles} emails. Name folders with fewer.`)
  return new Set(emails.map((file) => path.relative(root, file)))
}

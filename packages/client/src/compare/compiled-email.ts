import { lstat, readFile } from 'node:fs/promises'

/** An email as `POST /emails` takes it. */
export type CompiledEmail = { html_text: string } | { raw_source: string }

/** What stands on the two sides under one name. Null: nothing. */
export interface EmailPair {
  /** Relative to the folder in which the command runs, with `/`. */
  file: string
  renamedFrom?: string
  base: CompiledEmail | null
  head: CompiledEmail | null
  /** Why it cannot be compared. */
  failure: string | null
}

export interface EmailPairs {
  count: number
  /** Files are read when their pair is asked for. */
  pairs: AsyncIterator<EmailPair, void, void>
}

export const isEmailFile = (name: string): boolean => /\.(?:html?|eml)$/i.test(name)

/** The service takes 10 MiB of JSON. */
const maxFileBytes = 10_000_000

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error('It is not UTF-8. Save it as UTF-8, or as a whole message whose name ends in .eml.')
  }
}

/** A message is bytes, HTML is UTF-8 with line feeds, as Git keeps it where it ends lines as Windows does. */
export const compiledEmail = (file: string, bytes: Buffer): CompiledEmail =>
  /\.eml$/i.test(file)
    ? { raw_source: bytes.toString('latin1') }
    : { html_text: decoded(bytes).replaceAll('\r\n', '\n') }

/** Null if there is none. Throws an error with a sentence for what is no file, such as a link out of the folder. */
export async function readEmailFile(file: string): Promise<CompiledEmail | null> {
  const stats = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  if (!stats) return null
  if (stats.isSymbolicLink())
    throw new Error('It is a symbolic link, which is not followed. Name the file itself.')
  if (!stats.isFile()) throw new Error("It is not a file. Name files, such as 'dist/**/*.html'.")
  if (stats.size > maxFileBytes)
    throw new Error(
      'It has more than 10 MB, which the service does not take. Split it, or link its pictures.',
    )
  return compiledEmail(file, await readFile(file))
}

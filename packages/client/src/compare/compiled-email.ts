import { lstat } from 'node:fs/promises'
import { emailOf, readBytes, type SentFile } from '../read-email'

/** An email as `POST /emails` takes it. */
export type CompiledEmail = SentFile

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

/** With line feeds, as Git keeps text where files end lines as Windows does. Throws an `UnusableEmail`. */
export function compiledEmail(file: string, bytes: Buffer): CompiledEmail {
  const email = emailOf(file, bytes)
  return 'html_text' in email ? { html_text: email.html_text.replaceAll('\r\n', '\n') } : email
}

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
  return compiledEmail(file, await readBytes(file))
}

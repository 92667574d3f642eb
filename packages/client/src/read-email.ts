import { readFile, stat } from 'node:fs/promises'
import type { NewEmail } from './wire'
import { messageOf } from './message-of'

/** Why a file cannot be sent, in a sentence. */
export class UnusableEmail extends Error {
  override readonly name = 'UnusableEmail'
}

export type SentFile = { html_text: string } | { raw_source: string }

// `POST /emails` takes 10 MiB of JSON.
const maxBytes = 10_000_000

/** Throws an `UnusableEmail`. */
export const readEmail = async (file: string): Promise<NewEmail> => emailOf(file, await readBytes(file))

/** As `POST /emails` takes it. Throws an `UnusableEmail`. */
export function emailOf(file: string, bytes: Buffer): SentFile {
  if (bytes.length === 0) throw new UnusableEmail('The file is empty. Was it compiled?')
  if (/\.eml$/i.test(file)) return { raw_source: bytes.toString('latin1') }
  try {
    return { html_text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    throw new UnusableEmail(
      'It is not UTF-8. Save it as UTF-8, or as a whole message whose name ends in .eml.',
    )
  }
}

/** Throws an `UnusableEmail`. */
export async function readBytes(file: string): Promise<Buffer> {
  try {
    if ((await stat(file)).size <= maxBytes) return await readFile(file)
  } catch (error) {
    throw new UnusableEmail(`It cannot be read: ${messageOf(error)}.`)
  }
  throw new UnusableEmail(
    'It has more than 10 MB, which the service does not take. Split it, or link its pictures.',
  )
}

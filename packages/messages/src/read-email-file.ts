import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { EmailContent } from '@pas/email-clients/engine/emulated-document'
import { messageBytes } from './message-bytes'
import type { MessageStructure } from './message-structure'
import { readMessage } from './read-message'
import { UnreadableMessageError } from './unreadable-message-error'

export interface EmailFile {
  content: EmailContent
  /** Null for HTML alone. */
  structure: MessageStructure | null
  /** The message's own parts, by the URL that the HTML has for them. */
  parts: readonly { url: string; contentType: string; body: Uint8Array }[]
}

const noReferences = 0

export class UnusableEmailError extends Error {
  override name = 'UnusableEmailError'
}

/** HTML in UTF-8, or a whole message from a `.eml`; `-` is stdin. Throws an `UnusableEmailError`. */
export async function readEmailFile(file: string, standardInput: Readable): Promise<EmailFile> {
  const bytes = await (file === '-' ? buffer(standardInput) : readFile(file)).catch((error: unknown) => {
    throw new UnusableEmailError(`${file} cannot be read: ${reasonOf(error)}.`)
  })
  if (/\.eml$/i.test(file)) return readMessageFile(file, bytes)
  const html = new TextDecoder().decode(bytes)
  if (html.trim() === '') throw new UnusableEmailError(`${file === '-' ? 'Standard input' : file} is empty.`)
  return {
    content: { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null },
    structure: null,
    parts: [],
  }
}

function readMessageFile(file: string, bytes: Buffer): EmailFile {
  try {
    const { htmlText, assets, structure, ...content } = readMessage(
      messageBytes(bytes.toString('latin1')),
      noReferences,
    )
    return { content: { html: htmlText, ...content }, structure, parts: assets }
  } catch (error) {
    if (error instanceof UnreadableMessageError)
      throw new UnusableEmailError(`${file} cannot be shown: ${error.message}.`)
    throw error
  }
}

/** `data:` URLs, for a document that stands by itself. */
export const dataUrlsOf = (parts: EmailFile['parts']): ReadonlyMap<string, string> =>
  new Map(
    parts.map(({ url, contentType, body }) => [
      url,
      `data:${contentType};base64,${Buffer.from(body).toString('base64')}`,
    ]),
  )

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you have no permission to read it',
}

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return reasons[code] ?? message
}

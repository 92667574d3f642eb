import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { messageBytes } from '@pas/messages/message-bytes'
import type { MessageStructure } from '@pas/messages/message-structure'
import { readMessage } from '@pas/messages/read-message'
import { UnreadableMessageError } from '@pas/messages/unreadable-message-error'
import type { EmailContent } from '@pas/email-clients/engine/emulated-document'

/** An email that was read from a file. */
export interface EmailFile {
  content: EmailContent
  /** Null for HTML alone. */
  structure: MessageStructure | null
  /** Parts of a whole message, such as its pictures: their `data:` URLs, by the URL that the HTML has for them. */
  partUrls: ReadonlyMap<string, string>
}

/** The file cannot be read or is no email; the message says why. */
export class UnusableEmailError extends Error {
  override name = 'UnusableEmailError'
}

/** Reads HTML in UTF-8, or a whole message from a `.eml`; `-` is stdin. Rejects with an `UnusableEmailError`. */
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
    partUrls: new Map(),
  }
}

async function readMessageFile(file: string, bytes: Buffer): Promise<EmailFile> {
  try {
    const { htmlText, assets, structure, ...content } = await readMessage(
      messageBytes(bytes.toString('latin1')),
      0,
    )
    const partUrls = assets.map(({ url, contentType, body }) => {
      const base64 = Buffer.from(body).toString('base64')
      return [url, `data:${contentType};base64,${base64}`] as const
    })
    return { content: { html: htmlText, ...content }, structure, partUrls: new Map(partUrls) }
  } catch (error) {
    if (error instanceof UnreadableMessageError)
      throw new UnusableEmailError(`${file} cannot be shown: ${error.message}.`)
    throw error
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you have no permission to read it',
}

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return reasons[code] ?? message
}

import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { emailClients, findEmailClient } from '@pas/email-clients/catalogue'
import type { EmailClient } from '@pas/email-clients/email-client'
import type { EmailContent } from '@pas/email-clients/engine/emulated-document'
import { messageBytes } from '@pas/messages/message-bytes'
import type { MessageStructure } from '@pas/messages/message-structure'
import { readMessage } from '@pas/messages/read-message'
import { UnreadableMessageError } from '@pas/messages/unreadable-message-error'
import { didYouMean } from '@pas/runtime/did-you-mean'
import type { Command } from 'commander'

export interface EmailFile {
  content: EmailContent
  /** Null for HTML alone. */
  structure: MessageStructure | null
  /** `data:` URLs of the message's parts, by the URL that the HTML has for them. */
  partUrls: ReadonlyMap<string, string>
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
    partUrls: new Map(),
  }
}

function readMessageFile(file: string, bytes: Buffer): EmailFile {
  try {
    const { htmlText, assets, structure, ...content } = readMessage(
      messageBytes(bytes.toString('latin1')),
      noReferences,
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

const codes = emailClients.map(({ code }) => code)

export const requireFile = (program: Command, file: string | undefined): string =>
  file ?? program.error("which email? Give a file, or '-' for standard input")

export function requireEmailClient(program: Command, code: string): EmailClient {
  return (
    findEmailClient(code) ??
    program.error(
      `there is no email client '${code}'; --list tells the codes.${didYouMean(code, codes, (known) => findEmailClient(known)?.name)}`,
    )
  )
}

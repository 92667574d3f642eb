import { findEmailClient } from '@pas/email-clients/catalogue'
import type { Images, Orientation } from '@pas/email-clients/email-client'
import type { Change } from '@pas/email-clients/engine/emulated-document'
import { findCssReferences, rewriteCssReferences } from '@pas/email-clients/references/css-references'
import { findReferences } from '@pas/email-clients/references/find-references'
import { missingReference } from '@pas/email-clients/references/resolve-reference'
import { readMessage, type MessageBytes, type ReadMessage } from '@pas/messages/read-message'
import { UnreadableMessageError } from '@pas/messages/split-message'
import { move, transferableSymbol, valueSymbol } from 'piscina'

/** What the threads of `email-reader` run, from `dist/`. */

export const findReferencesInThread = ({ html, atMost }: { html: string; atMost: number }): string[] =>
  findReferences(html, atMost)

/** A style sheet, and what its own addresses are relative to. */
export interface StyleSheet {
  css: string
  url: string
}

export const findInStyleSheet = ({ css, url, atMost }: StyleSheet & { atMost: number }): string[] =>
  findCssReferences(css, url, atMost)

/** `frozen` has what takes the place of each address that was kept. */
export const rewriteStyleSheet = ({
  css,
  url,
  frozen,
}: StyleSheet & { frozen: Map<string, string> }): string =>
  rewriteCssReferences(css, url, (address) => frozen.get(address) ?? missingReference)

/** An error's class does not cross from thread to thread: `unreadable` is the text of an `UnreadableMessageError`. */
export type ReadInThread = ReadMessage | { unreadable: string }

/** Resolves to a `ReadInThread`, its parts' bytes handed over and not copied. */
export async function readMessageInThread({
  message,
  atMost,
}: {
  message: MessageBytes
  atMost: number
}): Promise<unknown> {
  try {
    const read = await readMessage(message, atMost)
    // A buffer that is a piece of another, as small ones are, is copied.
    const whole = read.assets.flatMap(({ body: { buffer, byteLength } }) =>
      byteLength === buffer.byteLength ? [buffer] : [],
    )
    return move({ [transferableSymbol]: whole, [valueSymbol]: read })
  } catch (error) {
    if (error instanceof UnreadableMessageError) return { unreadable: error.message }
    throw error
  }
}

/** An email as it is stored, and how it is looked at. */
export interface StoredEmailInClient {
  body: Uint8Array
  /** Of the catalogue. */
  emailClientCode: string
  orientation: Orientation
  images: Images
}

/** What `emulate` says was changed. It says the same whatever was frozen: references are replaced when everything else is done. */
export async function listChangesInThread({
  body,
  emailClientCode,
  orientation,
  images,
}: StoredEmailInClient): Promise<Change[]> {
  // Every client's profile: a thread that is started to be warm for uploads does without.
  const [{ emulate }, { readFrozenEmail }] = await Promise.all([
    import('@pas/email-clients/emulate'),
    import('@pas/captures/frozen-email'),
  ])
  const emailClient = findEmailClient(emailClientCode)
  if (!emailClient) throw new Error(`no email client ${emailClientCode}`)
  return emulate(emailClient, readFrozenEmail(body), { orientation, images, assetUrl: () => null }).changes
}

import type { EmailToCheck } from '@pas/email-checks/checked-email'
import type { LeftAloneOptions } from '@pas/email-checks/links/left-alone'
import type { LinksToAsk } from '@pas/email-checks/links/links-to-ask'
import type { CheckAnswer } from '@pas/email-checks/answers'
import type { CheckName } from '@pas/email-checks/rule'
import { findEmailClient } from '@pas/email-clients/catalogue'
import type { Images, Orientation } from '@pas/email-clients/email-client'
import type { Change } from '@pas/email-clients/engine/emulated-document'
import { maxOpeningLength, readOpening, type Opening } from '@pas/email-clients/engine/read-opening'
import { findCssReferences, rewriteCssReferences } from '@pas/email-clients/references/css-references'
import { findReferences, type FoundReference } from '@pas/email-clients/references/find-references'
import { missingReference } from '@pas/email-clients/references/resolve-reference'
import type { ReadMessage } from '@pas/messages/read-message'
import { UnreadableMessageError } from '@pas/messages/unreadable-message-error'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { inTime } from './in-time'
import { messageResponse } from './message-response'
import { sourceResponse } from './source-response'

export const findReferencesInThread = ({
  html,
  atMost,
}: {
  html: string
  atMost: number
}): FoundReference[] => findReferences(html, atMost)

export const readOpeningInThread = ({ html }: { html: string }): Opening => readOpening(html, null)

export interface StyleSheet {
  css: string
  url: string
}

export const findInStyleSheet = ({ css, url, atMost }: StyleSheet & { atMost: number }): string[] =>
  findCssReferences(css, url, atMost)

export const rewriteStyleSheet = ({
  css,
  url,
  frozen,
}: StyleSheet & { frozen: Map<string, string> }): string =>
  rewriteCssReferences(css, url, (address) => frozen.get(address) ?? missingReference)

/** An error loses its class between threads, so `unreadable` has the text of an `UnreadableMessageError`. */
export type ReadInThread = ReadWithOpening | { unreadable: string }

export interface ReadWithOpening extends ReadMessage {
  opening: Opening
}

/** Resolves to a `ReadInThread`. Transfers the parts' bytes where it can. */
export async function readMessageInThread({
  message,
  atMost,
}: {
  message: Uint8Array<ArrayBuffer>
  atMost: number
}): Promise<unknown> {
  // Loaded on first use: most threads never read a whole message.
  const { readMessage } = await import('@pas/messages/read-message')
  try {
    const read = readMessage(message, atMost)
    // Only whole buffers can be transferred. Small ones are pieces of a shared buffer, and are copied.
    const whole = read.assets.flatMap(({ body: { buffer, byteLength } }) =>
      byteLength === buffer.byteLength ? [buffer] : [],
    )
    const answer: ReadWithOpening = { ...read, opening: openingOf(read) }
    return move({ [transferableSymbol]: whole, [valueSymbol]: answer })
  } catch (error) {
    if (error instanceof UnreadableMessageError) return { unreadable: error.message }
    throw error
  }
}

// One character more, so that `readOpening` sees the cut.
const openingOf = ({ htmlText, plainText }: ReadMessage): Opening =>
  readOpening(htmlText?.slice(0, maxOpeningLength + 1) ?? null, plainText)

export async function writeSourceInThread({ body }: { body: Uint8Array }): Promise<Uint8Array> {
  const { frozenEmail, readStored } = await import('@pas/emails/frozen-email')
  return move(
    new TextEncoder().encode(JSON.stringify(sourceResponse(readStored(frozenEmail, body)))),
  ) as Uint8Array
}

/** Resolves to the answer of `GET …/message` as JSON. */
export async function describeMessageInThread({ message }: { message: Uint8Array }): Promise<Uint8Array> {
  const { describeMessage } = await import('@pas/messages/describe-message')
  const described = describeMessage(message)
  return move(new TextEncoder().encode(JSON.stringify(messageResponse(described)))) as Uint8Array
}

export interface StoredEmailInClient {
  body: Uint8Array
  emailClientCode: string
  orientation: Orientation
  images: Images
}

/** Place by place, as if every asset was fetched: Outlook changes nothing more of a picture that it has lost. */
export async function listChangesInThread({
  body,
  emailClientCode,
  orientation,
  images,
}: StoredEmailInClient): Promise<Change[]> {
  // Loaded on first use: these bring every client's profile, which uploads do not need.
  const [{ emulate }, { readFrozenEmail }] = await Promise.all([
    import('@pas/email-clients/emulate'),
    import('@pas/emails/frozen-email'),
  ])
  const emailClient = findEmailClient(emailClientCode)
  if (!emailClient) throw new Error(`no email client ${emailClientCode}`)
  const options = { orientation, images, assetUrl: () => 'about:blank', listsPlaces: true }
  return emulate(emailClient, readFrozenEmail(body), options).changes
}

export interface EmailToCheckInThread extends Pick<
  EmailToCheck,
  'changes' | 'assets' | 'lostAssets' | 'measurements'
> {
  body: Uint8Array
  emailClientCodes: readonly string[]
  names: readonly CheckName[]
}

/** For one rule, or for finding the links. */
const searchTimeoutMs = 3_000
/** Then the answer has what was found so far. `check-email` waits longer. */
const allRulesTimeoutMs = 8_000

export async function runChecksInThread({
  body,
  emailClientCodes,
  names,
  ...measured
}: EmailToCheckInThread): Promise<CheckAnswer[]> {
  const [{ runChecks }, { readFrozenEmail }] = await Promise.all([
    import('@pas/email-checks/run-checks'),
    import('@pas/emails/frozen-email'),
  ])
  const { structure, ...content } = readFrozenEmail(body)
  const emailClients = emailClientCodes.flatMap((code) => findEmailClient(code) ?? [])
  const deadline = performance.now() + allRulesTimeoutMs
  return runChecks({ ...content, message: structure ?? null, emailClients, ...measured }, names, (work) =>
    inTime(work, Math.min(searchTimeoutMs, deadline - performance.now())),
  )
}

export interface EmailWithLinks extends LeftAloneOptions {
  body: Uint8Array
}

export async function findLinksInThread({ body, followTrackers }: EmailWithLinks): Promise<LinksToAsk> {
  const [{ openHtml }, { linksToAsk }, { readFrozenEmail }] = await Promise.all([
    import('@pas/email-checks/checked-html'),
    import('@pas/email-checks/links/links-to-ask'),
    import('@pas/emails/frozen-email'),
  ])
  const { html, structure, keptHeader } = readFrozenEmail(body)
  const header = structure?.header ?? keptHeader ?? null
  const links = inTime(
    () => linksToAsk(html === null ? null : openHtml(html), header, { followTrackers }),
    searchTimeoutMs,
  )
  if (links === null) throw new Error(`the links were not found within ${searchTimeoutMs} ms`)
  return links
}

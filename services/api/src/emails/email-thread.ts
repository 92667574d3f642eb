import { findCssReferences, rewriteCssReferences } from '@pas/email-clients/references/css-references'
import { findReferences } from '@pas/email-clients/references/find-references'
import { missingReference } from '@pas/email-clients/references/resolve-reference'
import { readMessage, type ReadMessage } from '../mime/read-message'
import { UnreadableMessageError } from '../mime/split-message'

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

export async function readMessageInThread({
  raw,
  atMost,
}: {
  raw: string
  atMost: number
}): Promise<ReadInThread> {
  try {
    return await readMessage(raw, atMost)
  } catch (error) {
    if (error instanceof UnreadableMessageError) return { unreadable: error.message }
    throw error
  }
}

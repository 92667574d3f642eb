import { findReferences } from '@pas/email-clients/references/find-references'
import { readMessage, type ReadMessage } from '../mime/read-message'
import { UnreadableMessageError } from '../mime/split-message'

/** What the threads of `email-reader` run, from `dist/`. */

export const findReferencesInThread = ({ html, atMost }: { html: string; atMost: number }): string[] =>
  findReferences(html).slice(0, atMost)

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

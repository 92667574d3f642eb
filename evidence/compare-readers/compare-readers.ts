import { readMessage, type ReadMessage } from '@pas/messages/read-message'
import PostalMime, { type Email } from 'postal-mime'

export interface Difference {
  what: 'read' | 'subject' | 'from' | 'text' | 'html' | 'attachments'
  ours: string
  theirs: string
}

const maxReferences = 500

/** Texts are compared without blanks, which readers keep or drop as they like. */
export async function compareReaders(message: Uint8Array<ArrayBuffer>): Promise<Difference[]> {
  const [ours, theirs] = await Promise.all([
    attempt(() => readMessage(message, maxReferences)),
    attempt(() => PostalMime.parse(message)),
  ])
  if ('failure' in ours || 'failure' in theirs)
    return 'failure' in ours && 'failure' in theirs ? [] : [readBy(ours, theirs)]
  const rows = rowsOf(ours.read, theirs.read)
  return rows.filter((row) => bare(row.ours) !== bare(row.theirs))
}

type Attempt<Read> = { read: Read } | { failure: string }

async function attempt<Read>(read: () => Read | Promise<Read>): Promise<Attempt<Read>> {
  try {
    return { read: await read() }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

const readBy = (ours: Attempt<unknown>, theirs: Attempt<unknown>): Difference => ({
  what: 'read',
  ours: 'failure' in ours ? ours.failure : 'yes',
  theirs: 'failure' in theirs ? theirs.failure : 'yes',
})

function rowsOf(ours: ReadMessage, theirs: Email): Difference[] {
  const { from } = theirs
  return [
    { what: 'subject', ours: ours.subject ?? '', theirs: theirs.subject ?? '' },
    {
      what: 'from',
      ours: `${ours.fromDisplayName ?? ''} <${ours.fromAddress ?? ''}>`,
      theirs: `${from?.name ?? ''} <${from?.address ?? ''}>`,
    },
    { what: 'text', ours: ours.plainText ?? '', theirs: theirs.text ?? '' },
    { what: 'html', ours: ours.htmlText ?? '', theirs: theirs.html ?? '' },
    {
      what: 'attachments',
      ours: namesOf([...ours.attachments, ...ours.attachedImages].map(({ name }) => name)),
      theirs: namesOf(
        theirs.attachments.flatMap(({ filename, related }) => (related ? [] : [filename ?? ''])),
      ),
    },
  ]
}

const namesOf = (names: readonly string[]): string => names.toSorted().join(', ')

const bare = (text: string): string => text.replace(/\s+/g, '')

import type { OwnPart } from '@pas/email-clients/references/rewrite-references'
import { isStyleSheet } from '@pas/email-clients/references/is-style-sheet'
import { resolveReference } from '@pas/email-clients/references/resolve-reference'
import { ContentLocations } from './content-locations'
import { isMessage, type MessagePart } from './message-part'

/** More than any message has: each is looked for among the names of all other parts. */
const maxStyleSheets = 20

/** What the HTML of one message may refer to in it; not in messages within. */
export class OwnParts {
  private readonly locations: ContentLocations<MessagePart>
  private readonly styleSheets: ReadonlySet<string>
  private readonly siblings = new Map<MessagePart, ReadonlySet<string>>()

  constructor(message: MessagePart) {
    const parts = partsOf(message)
    this.locations = new ContentLocations(parts.map((part) => [part.contentLocation, part] as const))
    this.styleSheets = styleSheetNames(parts)
  }

  /** `related`: the multipart around `html`. */
  partOf(
    address: string,
    base: string | null,
    html: MessagePart,
    related: MessagePart | null,
  ): OwnPart | null {
    const reference = resolveReference(address, base)
    if (reference.kind === 'part')
      return { address, isStyleSheet: this.styleSheets.has(reference.url.slice('cid:'.length).toLowerCase()) }
    const { contentId } = this.locations.seenFrom(html.contentLocation).valueOf(address) ?? {}
    if (contentId)
      return {
        address: `cid:${encodeURIComponent(contentId).replaceAll('%40', '@')}`,
        isStyleSheet: this.styleSheets.has(contentId.toLowerCase()),
      }
    if (related === null || !this.siblingsOf(related).has(address)) return null
    // Clients know it by the very spelling, and ask the web for what is relative to something else.
    const isRelative = resolveReference(address, null).kind === 'dead'
    if (isRelative && (base !== null || html.contentLocation !== null)) return null
    return { address, isStyleSheet: this.styleSheets.has(address.toLowerCase()) }
  }

  private siblingsOf(related: MessagePart): ReadonlySet<string> {
    const known =
      this.siblings.get(related) ??
      new Set(related.parts.flatMap(({ contentLocation }) => contentLocation ?? []))
    this.siblings.set(related, known)
    return known
  }
}

function partsOf(message: MessagePart): MessagePart[] {
  const parts: MessagePart[] = []
  const waiting = [message]
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    parts.push(part)
    if (!isMessage(part)) waiting.push(...part.parts)
  }
  return parts
}

/** Content-IDs and Content-Locations that style sheets have, and nothing else that a client could take for one. */
function styleSheetNames(parts: readonly MessagePart[]): ReadonlySet<string> {
  const namesOf = ({ contentId, contentLocation }: MessagePart): string[] =>
    [contentId, contentLocation].flatMap((name) => name?.toLowerCase() ?? [])
  const styleSheets = parts.filter(isStyleSheet).slice(0, maxStyleSheets)
  const others = new Set(parts)
  for (const styleSheet of styleSheets) others.delete(styleSheet)
  const otherNames = [...others]
    .map((part) => `${part.header('content-id')} ${part.header('content-location')}`)
    .join('\n')
    .toLowerCase()
  return new Set(styleSheets.flatMap(namesOf).filter((name) => !otherNames.includes(name)))
}

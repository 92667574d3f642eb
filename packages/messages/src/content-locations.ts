import type { MessagePart } from './message-part'

/** The base of relative Content-Locations, for RFC 2557 §5's `thismessage:/`. */
const ownBase = 'http://thismessage.invalid/'

/** Content-Locations (RFC 2557) as the parts have them. */
export function locationsOf(root: MessagePart): string[] {
  const locations: string[] = []
  const waiting = [root]
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if (part.contentLocation !== null) locations.push(part.contentLocation)
    waiting.push(...part.parts)
  }
  return locations
}

/** That of an HTML part resolves its own relative addresses, and those of other parts. */
export const baseOf = (location: string | null): string =>
  location !== null && /^https?:/i.test(location) && URL.canParse(location) ? location : ownBase

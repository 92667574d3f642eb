import { countsOpenings, isOnePixel } from './counts-openings'
import { cssAddresses } from './css-references'
import { mayRefer } from './may-refer'
import { placesIn, type Place } from './places-in'
import { absoluteBase, resolveReference, type DeadReason } from './resolve-reference'
import { rewriteMarkup, type MarkupReferences } from './rewrite-markup'
import { spliced, type Splice } from './splice'
import { srcsetCandidates } from './srcset'

export interface FoundReference {
  /** Normalised absolute http(s) URL without fragment, or `cid:`. If dead: as written, 2,048 characters at most. */
  url: string
  dead: DeadReason | null
  /** First occurrence: the attribute, or the address in a `<style>`. */
  where: Place
  /** A picture whose address is asked for to count that the email was opened. */
  countsOpening?: true
}

const maxDeadLength = 2_048

/**
 * What any client loads, also in conditional comments: each once, in order. At most `atMost` that our clients load, and
 * `atMost` dead ones. No links, frames, plug-ins, scripts, forms, media or prefetching.
 */
export function findReferences(email: string, atMost = Infinity): FoundReference[] {
  if (!mayRefer(email)) return []
  const embeddedBytes = findEmbeddedBytes(email)
  const html = spliced(email, embeddedBytes)
  const baseUrl = findBase(html)
  const placeOf = placesIn(email)
  const sentOffsetOf = mapOffsetsToWhole(embeddedBytes)
  let lastOffset = 0
  const found = new Map<string, FoundReference>()
  const counts = { loaded: 0, dead: 0 }
  // Hostile markup repeats one address a hundred thousand times.
  const seen = new Map<string, FoundReference | null>()
  const add = (text: string, at: number, isPixel = false): void => {
    const earlier = seen.get(text)
    // Shown larger elsewhere: a picture.
    if (earlier?.countsOpening && !isPixel && !countsOpenings(earlier.url)) delete earlier.countsOpening
    if (counts.loaded >= atMost || earlier !== undefined) return
    seen.set(text, null)
    const reference = resolveReference(text, baseUrl)
    if (reference.kind === 'kept') return
    const isDead = reference.kind === 'dead'
    const url = isDead ? text.trim().slice(0, maxDeadLength) : reference.url
    const dead = isDead ? reference.why : null
    const kind = dead ? 'dead' : 'loaded'
    const same = found.get(url)
    if (same) {
      seen.set(text, same)
      if (same.countsOpening && !isPixel && !countsOpenings(url)) delete same.countsOpening
    }
    if (same || counts[kind] >= atMost) return
    counts[kind] += 1
    // A `<style>` in SVG is found after references inside it, and both functions take only ascending offsets.
    lastOffset = Math.max(lastOffset, at)
    const where = placeOf(sentOffsetOf(lastOffset))
    const isFetched = reference.kind === 'remote'
    const countsOpening = isFetched && (isPixel || countsOpenings(url))
    const reported: FoundReference = { url, dead, where, ...(countsOpening && { countsOpening }) }
    found.set(url, reported)
    seen.set(text, reported)
  }
  const addCss = (css: string, offsetOf: (start: number) => number): null => {
    if (counts.loaded >= atMost) return null
    for (const { value, start } of cssAddresses(css)) add(value, offsetOf(start))
    return null
  }
  const references: MarkupReferences = {
    attribute(kind, value, at, read) {
      if (kind === 'address' || kind === 'styleSheet') add(value, at, isOnePixel(read))
      else if (kind === 'srcset') for (const { url } of srcsetCandidates(value)) add(url, at)
      else if (kind === 'css') addCss(value, () => at)
      return null
    },
    styleElement: (css, at) => addCss(css, (start) => at + start),
  }
  rewriteMarkup(html, references)
  return [...found.values()]
}

/** The first `<base href>`, which also applies to markup before it. Null if it is no absolute http(s) address. */
export function findBase(html: string): string | null {
  if (!/<base\b/i.test(html)) return null
  let first: string | null = null
  rewriteMarkup(html, {
    attribute: () => null,
    styleElement: () => null,
    base: (href) => {
      first ??= href
    },
  })
  return first === null ? null : absoluteBase(first)
}

/** Bytes of data URLs are left out: the tokenizer needs 0.1 µs per character. */
function findEmbeddedBytes(html: string): Splice[] {
  const splices: Splice[] = []
  const marker = ';base64,'
  const afterBytes = /[^A-Za-z0-9+/=]|$/g
  for (let at = html.indexOf(marker); at >= 0; at = html.indexOf(marker, afterBytes.lastIndex)) {
    const start = at + marker.length
    afterBytes.lastIndex = start
    const end = afterBytes.exec(html)?.index ?? html.length
    splices.push({ start, end, text: '' })
    afterBytes.lastIndex = end
  }
  return splices
}

/** Maps offsets of the text without `parts` to offsets of the whole, in ascending order. */
function mapOffsetsToWhole(parts: readonly Splice[]): (at: number) => number {
  let removed = 0
  let next = 0
  return (at) => {
    for (let part = parts[next]; part && part.start - removed <= at; part = parts[++next])
      removed += part.end - part.start
    return at + removed
  }
}

import type { Citation } from '../../sources/sources'
import type { SourceStep } from '../message'
import { placesIn } from '../../references/places-in'

interface ConditionalComments {
  evaluate: (condition: string) => boolean
  source: Citation
}

interface Marker {
  start: number
  end: number
  /** Null for an end. */
  condition: string | null
  /** `<!--[if …]>` is a comment for other clients; they show the content of `<![if …]>` and `<!--[if …]><!-->`. */
  hidden: boolean
  line: number
  column: number
}

const opening = /<!--\[if([^\][<>]{0,500})\]>?(\s*<!--[\s-]*>|-->)?|<!\[if([^\][<>]{0,500})\]>/giy
const ending = /<!--\s*<!\[endif\]\s*-*>|<!\[endif\]\s*-*>|<!--\[endif\]-->/giy
const comment = /<!--(?:-?>|[^]*?(?:--!?>|$))/gy
const tag = /<\/?([a-z][^\s/>]*)(?:=\s*"[^"]*"|=\s*'[^']*'|[^>])*>?/giy
const rawText = new Set(['style', 'script', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes'])

/**
 * Markers and hidden content become comments of the same length and line breaks, so that positions stay. Comments can
 * nest; a start or an end alone is ignored.
 */
export function evaluateConditionalComments({ evaluate, source }: ConditionalComments): SourceStep {
  return function evaluateConditionalComments(text) {
    if (!/\[if|\[endif/i.test(text.html)) return
    const pieces: string[] = []
    let copied = 0
    const blankOut = (start: number, end: number) => {
      pieces.push(text.html.slice(copied, start), blankComment(text.html.slice(start, end)))
      copied = end
    }
    const markers = findMarkers(text.html)
    const endIndexes = findEndIndexes(markers)
    for (let index = 0; index < markers.length; index++) {
      const marker = markers[index]
      if (!marker) continue
      if (marker.condition === null) {
        blankOut(marker.start, marker.end)
        continue
      }
      const endIndex = endIndexes.get(index)
      const endMarker = endIndex === undefined ? undefined : markers[endIndex]
      if (endIndex === undefined || !endMarker) continue
      const holds = evaluate(marker.condition)
      const what = `[if ${marker.condition.trim().replace(/\s+/g, ' ')}]`
      const where = { line: marker.line, column: marker.column }
      if (holds && marker.hidden) text.changes.record({ rule: 'conditional-shown', what, source }, where)
      if (!holds && !marker.hidden) text.changes.record({ rule: 'conditional-hidden', what, source }, where)
      blankOut(marker.start, holds ? marker.end : endMarker.end)
      if (!holds) index = endIndex
    }
    text.html = pieces.join('') + text.html.slice(copied)
  }
}

/** Finds none in attributes, style sheets and other comments, where parsers look for no tags. */
function findMarkers(html: string): Marker[] {
  const markers: Marker[] = []
  const placeAt = placesIn(html)
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const opened = matchAt(opening, html, at)
    if (opened) {
      const [whole, conditionInComment, endOfComment, condition] = opened
      markers.push({
        start: at,
        end: at + whole.length,
        condition: conditionInComment ?? condition ?? '',
        hidden: conditionInComment !== undefined && endOfComment === undefined,
        ...placeAt(at),
      })
      at += whole.length
      continue
    }
    const ended = matchAt(ending, html, at)
    if (ended) {
      markers.push({ start: at, end: at + ended[0].length, condition: null, hidden: true, ...placeAt(at) })
      at += ended[0].length
      continue
    }
    const skipped = matchAt(comment, html, at) ?? matchAt(tag, html, at)
    at += skipped?.[0].length ?? 1
    const name = skipped?.[1]?.toLowerCase()
    const isStartTag = name !== undefined && skipped?.[0][1] !== '/'
    if (isStartTag && rawText.has(name)) at = findEndOfRawText(html, name, at)
  }
  return markers
}

function findEndOfRawText(html: string, name: string, from: number): number {
  const endTag = new RegExp(`</${name}(?![^\\s/>])`, 'gi')
  endTag.lastIndex = from
  return endTag.exec(html)?.index ?? html.length
}

function findEndIndexes(markers: readonly Marker[]): ReadonlyMap<number, number> {
  const endIndexes = new Map<number, number>()
  const openIndexes: number[] = []
  markers.forEach(({ condition }, index) => {
    if (condition !== null) {
      openIndexes.push(index)
      return
    }
    const startIndex = openIndexes.pop()
    if (startIndex !== undefined) endIndexes.set(startIndex, index)
  })
  return endIndexes
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Same length and line breaks. The shortest marker is as long as an empty comment. */
function blankComment(text: string): string {
  return `<!--${text.slice(4, -3).replace(/[^\r\n]/g, ' ')}-->`
}

/** A stretch of a text to be replaced; offsets in UTF-16 code units, `end` exclusive. */
export interface Splice {
  start: number
  end: number
  text: string
}

/** Replaces every stretch, leaving all else as it is. `splices` are in order and do not overlap. */
export function spliced(source: string, splices: readonly Splice[]): string {
  if (splices.length === 0) return source
  const parts: string[] = []
  let at = 0
  for (const { start, end, text } of splices) {
    parts.push(source.slice(at, start), text)
    at = end
  }
  parts.push(source.slice(at))
  return parts.join('')
}

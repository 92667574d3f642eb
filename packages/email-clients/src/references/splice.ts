/** UTF-16 code units; `end` is exclusive. */
export interface Splice {
  start: number
  end: number
  text: string
}

/** `splices`: ascending, without overlap. */
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

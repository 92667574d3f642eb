import type { ReactNode } from 'react'

/** A source of 10 MiB could have ten million lines. */
const maxLines = 100_000

/** Splits as the API counts lines. */
export const linesOf = (source: string, limit = maxLines): string[] => source.split(/\r\n|\r|\n/, limit)

/** Characters of a long line around the marked place. */
const shownBefore = 24
const shownAfter = 160

/** The tag, property, selector or attribute that begins here. */
const markedPart = /^(?:<[!/]?[\w:-]+|[@.#:]?[\w-]+(?:::?[\w-]+)*|.)/u

/** `column` counts from 1. */
export function MarkedLine({ line, column }: { line: string; column: number }): ReactNode {
  const at = Math.min(Math.max(0, column - 1), line.length)
  // A short beginning is shown whole, without its indent.
  const from = at > shownBefore + 8 ? at - shownBefore : indentOf(line, at)
  const [marked = ''] = markedPart.exec(line.slice(at)) ?? []
  const after = line.slice(at + marked.length, at + shownAfter)
  return (
    <>
      {from > 0 && line.slice(0, from).trim() !== '' && '…'}
      {line.slice(from, at)}
      <mark>{marked}</mark>
      {after}
      {at + shownAfter < line.length && '…'}
    </>
  )
}

const indentOf = (line: string, at: number): number => Math.min(at, /^\s*/.exec(line)?.[0].length ?? 0)

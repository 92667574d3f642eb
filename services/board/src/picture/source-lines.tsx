import type { ReactNode } from 'react'

/** Far more lines than an email has; a source of 10 MiB could have ten million. */
const maxLines = 100_000

/** The first lines of a source, at most `most` of them, split as the API counts lines. */
export const linesOf = (source: string, most = maxLines): string[] => source.split(/\r\n|\r|\n/, most)

/** Characters of a long line that are shown before the marked place, and from there on. */
const shownBefore = 24
const shownAfter = 160

/** Matches what is marked of a line: the tag, property, selector or attribute that begins at a place. */
const markedPart = /^(?:<[!/]?[\w:-]+|[@.#:]?[\w-]+(?:::?[\w-]+)*|.)/u

/** The part of a line around a column, which counts from 1, with what begins there marked. */
export function MarkedLine({ line, column }: { line: string; column: number }): ReactNode {
  const at = Math.min(Math.max(0, column - 1), line.length)
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

/** The number of blanks that a line begins with, up to a place. */
const indentOf = (line: string, at: number): number => Math.min(at, /^\s*/.exec(line)?.[0].length ?? 0)

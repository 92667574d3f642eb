import type { ReactNode } from 'react'

/** Far more than an email has; a source of 10 MiB could have ten million. */
const maxLines = 100_000

/** The first lines of a source, as the API counts them. */
export const linesOf = (source: string, most = maxLines): string[] => source.split(/\r\n|\r|\n/, most)

/** As much of a line as is shown before a place and after it, where a line is shown in part. */
const shownBefore = 24
const shownAfter = 160

/** What is marked of a line: the tag, the property, the selector or the attribute that begins at a place. */
const markedPart = /^(?:<[!/]?[\w:-]+|[@.#:]?[\w-]+(?:::?[\w-]+)*|.)/u

/** A line around a place in it, with what begins there marked. */
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

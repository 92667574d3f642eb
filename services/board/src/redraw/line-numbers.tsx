import type { ReactNode } from 'react'
import { linesOf } from '../picture/source-lines'

/** A longer source has no numbers beside it: they would be a page of several megabytes. */
const maxNumberedLines = 10_000

/** For browsers that run no script: numbers beside a field that is as high as its source. */
export function LineNumbers({ source }: { source: string }): ReactNode {
  const { length } = linesOf(source, maxNumberedLines + 1)
  if (length > maxNumberedLines) return null
  return (
    <noscript>
      <div className="line-numbers" aria-hidden="true">
        {Array.from({ length }, (_, index) => (
          <span key={index} id={`L${index + 1}`}>
            {index + 1}
          </span>
        ))}
      </div>
    </noscript>
  )
}

export const rowsOf = (source: string): number | undefined => {
  const { length } = linesOf(source, maxNumberedLines + 1)
  return length > maxNumberedLines ? undefined : length
}

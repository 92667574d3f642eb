import { formatNumber, type Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { ApiChange } from '../api/schema'
import { linesOf, MarkedLine } from './source-lines'
import { pictureTexts } from './picture-texts'

/**
 * A list of what one email client changed, in the order of the source; each with the line where it first happened, if
 * known.
 */
export function ChangeList({
  changes,
  html,
  linePath,
  language,
}: {
  changes: readonly ApiChange[]
  /** The HTML as it was sent, from which lines are shown; null for none. */
  html: string | null
  /** The address of a line in the page of the whole source; without it, line numbers are no links. */
  linePath?: (line: number) => string
  language: Language
}): ReactNode {
  const texts = pictureTexts[language]
  if (changes.length === 0) return <p className="muted">{texts.changesNothing}</p>
  const lines = html === null ? null : linesOf(html)
  const inOrder = [...changes].sort(byPlace)
  return (
    <ol className="changes">
      {inOrder.map(({ rule, what, where, count, source, source_url: sourceUrl }, index) => {
        const line = where && lines?.[where.line - 1]
        return (
          <li key={index} className="change">
            <div className="what">
              <code>
                <bdi>{what}</bdi>
              </code>
              <small>
                {count > 1 && texts.times({ number: formatNumber(language, count) })}
                {where === null && count <= 1 && texts.noPlace}
              </small>
            </div>
            <small>
              {rule.replaceAll('-', ' ')}
              {' · '}
              {sourceUrl === null ? source : <a href={sourceUrl}>{source}</a>}
            </small>
            {where && line !== null && line !== undefined && (
              <div className="lines">
                <LineNumber line={where.line} path={linePath?.(where.line)} />
                <code className="code hit">
                  <MarkedLine line={line} column={where.column} />
                </code>
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}

const LineNumber = ({ line, path }: { line: number; path: string | undefined }): ReactNode =>
  path === undefined ? (
    <span className="number hit">{line}</span>
  ) : (
    <a className="number hit" href={path}>
      {line}
    </a>
  )

const byPlace = ({ where: one }: ApiChange, { where: other }: ApiChange): number =>
  (one?.line ?? Infinity) - (other?.line ?? Infinity) || (one?.column ?? 0) - (other?.column ?? 0) || 0

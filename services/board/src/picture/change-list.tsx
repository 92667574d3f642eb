import { formatNumber, type Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { ApiChange } from '../api/schema'
import { countSeen, notComputed } from '../email/visible-changes'
import { WithCode } from '../views/with-code'
import { pictureTexts } from './picture-texts'
import { linesOf, MarkedLine } from './source-lines'

interface ChangeListProps {
  changes: readonly ApiChange[]
  /** The HTML as it was sent; null for none. */
  html: string | null
  /** The line in the page of the whole source; without it, line numbers are no links. */
  linePath?: (line: number) => string
  language: Language
}

/** More would be taller than most pictures; the others are folded. */
const maxUnfolded = 8

/** First the changes that the picture shows, then the others, folded; each group in the order of the source. */
export function ChangeList({ changes, ...listProps }: ChangeListProps): ReactNode {
  const { language } = listProps
  const texts = pictureTexts[language]
  const known = changes.filter(({ rule }) => rule !== notComputed)
  const isComputed = known.length === changes.length
  if (isComputed && known.length === 0) return <p className="muted">{texts.changesNothing}</p>
  const visible = known.filter(({ effect }) => effect === 'visible').sort(byPlace)
  // A fold of one would be as tall as what it hides.
  const unfolded = visible.length <= maxUnfolded + 1 ? visible : visible.slice(0, maxUnfolded)
  const folded = visible.slice(unfolded.length)
  return (
    <>
      {!isComputed && <p className="muted">{texts.notComputed}</p>}
      {isComputed && visible.length === 0 && <p className="muted">{texts.changesNothingVisible}</p>}
      {visible.length > 0 && <List changes={unfolded} {...listProps} />}
      {folded.length > 0 && (
        <details className="folded">
          <summary>{texts.more({ number: formatNumber(language, folded.length) })}</summary>
          <List changes={folded} {...listProps} />
        </details>
      )}
      {(['other_clients', 'none'] as const).map((effect) => {
        const group = known.filter((change) => change.effect === effect).sort(byPlace)
        return (
          group.length > 0 && (
            <details key={effect} className="folded">
              <summary>
                {texts.effects[effect]} <span className="count">{formatNumber(language, group.length)}</span>
              </summary>
              <List changes={group} {...listProps} />
            </details>
          )
        )
      })}
    </>
  )
}

export function SeenNumber({
  changes,
  language,
}: {
  changes: readonly ApiChange[] | null
  language: Language
}): ReactNode {
  const count = changes && countSeen(changes)
  if (count === null) return null
  const number = formatNumber(language, count.number)
  return (
    <span className="count">{count.isMeasured ? number : pictureTexts[language].atMost({ number })}</span>
  )
}

function List({ changes, html, linePath, language }: ChangeListProps): ReactNode {
  const texts = pictureTexts[language]
  const lines = html === null ? null : linesOf(html)
  return (
    <ol className="changes">
      {changes.map(
        ({ rule, what, where, count, effect, basis, source, source_url: sourceUrl, instead }, index) => {
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
                {effect === 'visible' && basis !== 'measured_here' && ` · ${texts.maybeSeen}`}
                {' · '}
                <SourceLink source={source} url={sourceUrl} />
              </small>
              {instead && <Instead instead={instead} language={language} />}
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
        },
      )}
    </ol>
  )
}

/** The text comes from the API, in English, with markup between backquotes. */
export const Instead = ({
  instead: { text, source, source_url: url },
  language,
}: {
  instead: NonNullable<ApiChange['instead']>
  language: Language
}): ReactNode => (
  <p className="instead">
    <strong>{pictureTexts[language].instead}</strong>{' '}
    <span lang="en">
      <WithCode text={text} />
    </span>{' '}
    <small>
      <SourceLink source={source} url={url} />
    </small>
  </p>
)

const SourceLink = ({ source, url }: { source: string; url: string | null }): ReactNode =>
  url === null ? source : <a href={url}>{source}</a>

const LineNumber = ({ line, path }: { line: number; path: string | undefined }): ReactNode =>
  path === undefined ? (
    <span className="number hit">{line}</span>
  ) : (
    <a className="number hit" href={path}>
      {line}
    </a>
  )

// Changes without a place are last. Between two of them, `Infinity - Infinity` is NaN, for which `||` goes on.
const byPlace = ({ where: one }: ApiChange, { where: other }: ApiChange): number =>
  (one?.line ?? Infinity) - (other?.line ?? Infinity) || (one?.column ?? 0) - (other?.column ?? 0) || 0

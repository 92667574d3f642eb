import { formatNumber, type Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { Listing } from './listing'
import { ChangeNotes, FindingNotes } from './source-notes'
import { pageOfSource, type SourceLine, type SourcePage } from './source-pages'
import { sourceTexts } from './source-texts'

/** Characters; every page goes through all of them to count lines. */
const maxShownLength = 1024 * 1024

export function SourceListing({
  whole,
  listing,
  pathOfPage,
  language,
}: {
  whole: string
  listing: Listing
  pathOfPage: (page: number) => string
  language: Language
}): ReactNode {
  const texts = sourceTexts[language]
  const shown = pageOfSource(whole.slice(0, maxShownLength), listing)
  const pages = shown.pages > 1 && <Pages shown={shown} pathOfPage={pathOfPage} language={language} />
  return (
    <>
      {whole.length > maxShownLength && <p className="bad">{texts.cut}</p>}
      {shown.page === 1 && <Unplaced listing={listing} language={language} />}
      {pages && <nav aria-label={texts.pages}>{pages}</nav>}
      <Lines lines={shown.lines} listing={listing} language={language} />
      {pages}
    </>
  )
}

function Pages({
  shown: { page, pages, lines, lineCount },
  pathOfPage,
  language,
}: {
  shown: SourcePage
  pathOfPage: (page: number) => string
  language: Language
}): ReactNode {
  const texts = sourceTexts[language]
  const link = (to: number, rel: 'prev' | 'next', text: string): ReactNode =>
    to >= 1 &&
    to <= pages && (
      <a className="button" rel={rel} href={pathOfPage(to)}>
        {text}
      </a>
    )
  return (
    <p className="pages">
      {link(page - 1, 'prev', `← ${texts.previousLines}`)}
      <span>
        {texts.lines({
          from: formatNumber(language, lines[0]?.number ?? 1),
          to: formatNumber(language, lines.at(-1)?.number ?? 1),
          all: formatNumber(language, lineCount),
        })}
      </span>
      {link(page + 1, 'next', `${texts.nextLines} →`)}
    </p>
  )
}

function Lines({
  lines,
  listing,
  language,
}: {
  lines: readonly SourceLine[]
  listing: Listing
  language: Language
}): ReactNode {
  const changesOf = byLine(listing.changes, ({ where }) => (where ? [where.line] : []))
  const findingsOf = byLine(listing.findings, ({ where, places }) =>
    where ? [where, ...places].map(({ line }) => line) : [],
  )
  return (
    <div className="lines source" translate="no">
      {lines.map(({ number: line, text, isBeginning }) => {
        const changes = isBeginning ? changesOf.get(line) : undefined
        const findings = isBeginning ? findingsOf.get(line) : undefined
        const className = line === listing.line ? ' hit' : ''
        return [
          isBeginning ? (
            <a key={`n${line}`} id={`L${line}`} className={`number${className}`} href={`#L${line}`}>
              {line}
            </a>
          ) : (
            <span key={`n${line}`} className={`number${className}`}>
              {line}
            </span>
          ),
          <code key={`c${line}`} className={`code${className}`}>
            {text === '' ? ' ' : text}
          </code>,
          (changes ?? findings) && (
            <div key={`d${line}`} className="note">
              <FindingNotes findings={findings ?? []} listing={listing} language={language} />
              <ChangeNotes changes={changes ?? []} listing={listing} language={language} />
            </div>
          ),
        ]
      })}
    </div>
  )
}

function byLine<Item>(
  items: readonly Item[],
  linesOf: (item: Item) => readonly number[],
): ReadonlyMap<number, Item[]> {
  const byLine = new Map<number, Item[]>()
  for (const item of items)
    for (const line of new Set(linesOf(item))) {
      const ofLine = byLine.get(line)
      if (ofLine) ofLine.push(item)
      else byLine.set(line, [item])
    }
  return byLine
}

function Unplaced({ listing, language }: { listing: Listing; language: Language }): ReactNode {
  const changes = listing.changes.filter(({ where }) => where === null)
  if (changes.length === 0) return null
  return (
    <details className="unavailable">
      <summary>
        {sourceTexts[language].unplaced}{' '}
        <span className="count">{formatNumber(language, changes.length)}</span>
      </summary>
      <ChangeNotes changes={changes} listing={listing} language={language} />
    </details>
  )
}

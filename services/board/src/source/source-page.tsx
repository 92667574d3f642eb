import { formatNumber, languageOf, type Language } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ApiChangeOfClients, ApiEmail, ApiSource } from '../api/schema'
import { emailName } from '../grid/email-name'
import { emailPath, withQuery } from '../grid/email-paths'
import type { Tile } from '../grid/tiles'
import { Instead } from '../picture/change-list'
import { pictureTexts } from '../picture/picture-texts'
import { sendPage } from '../views/page'
import { pageOfSource, type SourceLine, type SourcePage as ShownPage } from './source-pages'
import { sourceTexts } from './source-texts'

/** What the page of an email's source shows. */
export interface SourcePage {
  email: ApiEmail
  /** Null once the content is erased. */
  source: ApiSource | null
  /** What the chosen email clients change. */
  changes: readonly ApiChangeOfClients[]
  /** Whether the API had no time to work out the changes; then `changes` is empty. */
  areChangesLate: boolean
  /** One tile for each email client in which the email was drawn; names them. */
  clients: readonly Tile[]
  /** The code of the only email client whose changes are shown; empty for all. */
  client: string
  /** The line that is marked, counted from 1; null for none. */
  line: number | null
  /** The page of the source, counted from 1; null for the one with the marked line, or the first. */
  page: number | null
}

/** Characters that have pages: every page goes through all of them, to count lines. */
const maxShownLength = 1024 * 1024

/** Sends a page of an email's source: each line with its number, and with what email clients change in it. */
export function sendSourcePage(res: Response, page: SourcePage): void {
  const language = languageOf(res.req)
  const texts = sourceTexts[language]
  const { email, source, clients, client } = page
  const path = emailPath(email.email_guid)
  const whole = source?.html_text ?? source?.plain_text ?? null
  sendPage(
    res,
    {
      title: `${texts.title} · ${emailName(email, language)}`,
      scripts: ['/assets/source.js'],
    },
    <>
      <div className="title">
        <div>
          <a id="back" href={path}>
            {'← '}
            {texts.back}
          </a>
          <h1>
            <bdi>{emailName(email, language)}</bdi>
          </h1>
        </div>
        {clients.length > 0 && whole !== null && (
          <form className="actions" action={`${path}/source`}>
            {Object.entries({ page: page.page, line: page.line }).map(
              ([name, value]) =>
                value !== null && <input key={name} type="hidden" name={name} value={value} />,
            )}
            <select name="client" defaultValue={client} aria-label={texts.clients}>
              <option value="">
                {texts.everyClient({ number: formatNumber(language, clients.length) })}
              </option>
              {clients.map(({ preview, name, platform }) => (
                <option key={preview.client} value={preview.client}>{`${name} · ${platform}`}</option>
              ))}
            </select>
            <button>{texts.choose}</button>
          </form>
        )}
      </div>
      {whole === null ? (
        <p className="nothing">{texts.erased}</p>
      ) : (
        <>
          {source?.html_text === null && <p className="muted">{texts.noHtml}</p>}
          {page.areChangesLate && <p className="bad">{texts.changesLate}</p>}
          <SourceListing
            whole={whole}
            page={page}
            pathOfPage={(number) => sourcePath(email.email_guid, { client, page: number })}
            language={language}
          />
        </>
      )}
    </>,
  )
}

/** The address of a page of an email's source. */
function sourcePath(guid: string, { client, page }: { client: string; page: number }): string {
  const query = new URLSearchParams({ ...(client !== '' && { client }), page: String(page) })
  return withQuery(`${emailPath(guid)}/source`, query)
}

/** What a listing shows beside the source itself. */
type Listed = Pick<SourcePage, 'changes' | 'clients' | 'client' | 'line' | 'page'>

/**
 * A page of a source with its line numbers, and what email clients change in it; with links to the pages before and
 * after. Of a very long source, only the beginning has pages.
 */
export function SourceListing({
  whole,
  page,
  pathOfPage,
  language,
}: {
  whole: string
  page: Listed
  pathOfPage: (page: number) => string
  language: Language
}): ReactNode {
  const texts = sourceTexts[language]
  const shown = pageOfSource(whole.slice(0, maxShownLength), page)
  const pages = shown.pages > 1 && <Pages shown={shown} pathOfPage={pathOfPage} language={language} />
  return (
    <>
      {whole.length > maxShownLength && <p className="bad">{texts.cut}</p>}
      {shown.page === 1 && <Unplaced page={page} language={language} />}
      {pages && <nav aria-label={texts.pages}>{pages}</nav>}
      <Lines lines={shown.lines} page={page} language={language} />
      {pages}
    </>
  )
}

/** Which lines are shown, and links to the pages before and after. */
function Pages({
  shown: { page, pages, lines, lineCount },
  pathOfPage,
  language,
}: {
  shown: ShownPage
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
  page,
  language,
}: {
  lines: readonly SourceLine[]
  page: Listed
  language: Language
}): ReactNode {
  const byLine = new Map<number, ApiChangeOfClients[]>()
  for (const change of page.changes) {
    if (!change.where) continue
    const ofLine = byLine.get(change.where.line)
    if (ofLine) ofLine.push(change)
    else byLine.set(change.where.line, [change])
  }
  return (
    <div className="lines source" translate="no">
      {lines.map(({ number: line, text, isBeginning }) => {
        const changes = isBeginning ? byLine.get(line) : undefined
        const className = line === page.line ? ' hit' : ''
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
          changes && (
            <div key={`d${line}`} className="note">
              <Notes changes={changes} page={page} language={language} />
            </div>
          ),
        ]
      })}
    </div>
  )
}

function Unplaced({ page, language }: { page: Listed; language: Language }): ReactNode {
  const changes = page.changes.filter(({ where }) => where === null)
  if (changes.length === 0) return null
  return (
    <details className="unavailable">
      <summary>
        {sourceTexts[language].unplaced}{' '}
        <span className="count">{formatNumber(language, changes.length)}</span>
      </summary>
      <Notes changes={changes} page={page} language={language} />
    </details>
  )
}

/** What email clients do to a line, and which. */
function Notes({
  changes,
  page,
  language,
}: {
  changes: readonly ApiChangeOfClients[]
  page: Listed
  language: Language
}): ReactNode {
  const names = new Map(
    page.clients.map(({ preview, name, platform }) => [preview.client, `${name} (${platform})`]),
  )
  return (
    <ul>
      {changes.map(
        ({ rule, what, count, source, source_url: sourceUrl, effect, instead, clients }, index) => (
          <li key={index}>
            <code>
              <bdi>{what}</bdi>
            </code>{' '}
            {rule.replaceAll('-', ' ')}
            {count > 1 && ` · ${pictureTexts[language].times({ number: formatNumber(language, count) })}`}
            {' · '}
            {sourceUrl ? <a href={sourceUrl}>{source}</a> : source}
            {effect !== 'visible' && (
              <span className="muted">
                {' · '}
                {pictureTexts[language].effects[effect]}
              </span>
            )}
            {page.client === '' && (
              <span className="muted">
                {' · '}
                {sourceTexts[language].who({
                  number: formatNumber(language, clients.length),
                  names: clients
                    .slice(0, 4)
                    .map((code) => names.get(code) ?? code)
                    .join(', ')
                    .concat(clients.length > 4 ? ' …' : ''),
                })}
              </span>
            )}
            {instead && <Instead instead={instead} language={language} />}
          </li>
        ),
      )}
    </ul>
  )
}

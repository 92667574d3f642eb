import { formatNumber, languageOf, type Language } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ApiChangeOfClients, ApiEmail, ApiSource } from '../api/schema'
import { emailPath } from '../grid/email-paths'
import { gridTexts } from '../grid/grid-texts'
import type { Tile } from '../grid/tiles'
import { pictureTexts } from '../picture/picture-texts'
import { sendPage } from '../views/page'
import { linesOf } from '../picture/source-lines'
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
}

/** Characters and lines. More would take this process too long to write, and a browser too long to lay out. */
const maxShownLength = 1024 * 1024
const maxShownLines = 20_000

/** Sends the page of an email's source: every line with its number, and with what email clients change in it. */
export function sendSourcePage(res: Response, page: SourcePage): void {
  const language = languageOf(res.req)
  const texts = sourceTexts[language]
  const { email, source, clients, client } = page
  const path = emailPath(email.email_guid)
  const whole = source?.html_text ?? source?.plain_text ?? null
  sendPage(
    res,
    { title: `${texts.title} · ${email.subject ?? gridTexts[language].untitled}` },
    <>
      <div className="title">
        <div>
          <a id="back" href={path}>
            {'← '}
            {texts.back}
          </a>
          <h1>
            <bdi>{email.subject ?? gridTexts[language].untitled}</bdi>
          </h1>
        </div>
        {clients.length > 0 && whole !== null && (
          <form className="actions" action={`${path}/source`}>
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
          <SourceListing whole={whole} page={page} language={language} />
        </>
      )}
    </>,
  )
}

/** What a listing shows beside the source itself. */
type Listed = Pick<SourcePage, 'changes' | 'clients' | 'client' | 'line'>

/** A source with its line numbers, and what email clients change in it. Shows only the beginning of a very long one. */
export function SourceListing({
  whole,
  page,
  language,
}: {
  whole: string
  page: Listed
  language: Language
}): ReactNode {
  const lines = linesOf(whole.slice(0, maxShownLength), maxShownLines + 1)
  return (
    <>
      {(whole.length > maxShownLength || lines.length > maxShownLines) && (
        <p className="bad">{sourceTexts[language].cut({ lines: formatNumber(language, maxShownLines) })}</p>
      )}
      <Unplaced page={page} language={language} />
      <Lines lines={lines.slice(0, maxShownLines)} page={page} language={language} />
    </>
  )
}

function Lines({
  lines,
  page,
  language,
}: {
  lines: readonly string[]
  page: Listed
  language: Language
}): ReactNode {
  const byLine = new Map<number, ApiChangeOfClients[]>()
  for (const change of page.changes) {
    if (change.where) byLine.set(change.where.line, [...(byLine.get(change.where.line) ?? []), change])
  }
  return (
    <div className="lines source" translate="no">
      {lines.map((text, index) => {
        const line = index + 1
        const changes = byLine.get(line)
        const className = line === page.line ? ' hit' : ''
        return [
          <a key={`n${line}`} id={`L${line}`} className={`number${className}`} href={`#L${line}`}>
            {line}
          </a>,
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
      {changes.map(({ rule, what, count, source, source_url: sourceUrl, clients }, index) => (
        <li key={index}>
          <code>
            <bdi>{what}</bdi>
          </code>{' '}
          {rule.replaceAll('-', ' ')}
          {count > 1 && ` · ${pictureTexts[language].times({ number: formatNumber(language, count) })}`}
          {' · '}
          {sourceUrl ? <a href={sourceUrl}>{source}</a> : source}
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
        </li>
      ))}
    </ul>
  )
}

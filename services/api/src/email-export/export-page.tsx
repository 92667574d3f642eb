import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { changesBody } from '@pas/api-contract/changes'
import type { listedPreviewBody } from '@pas/api-contract/previews'
import type { ChecksOfEmail } from '@pas/email-checks/answers'
import type { FrozenEmail } from '@pas/emails/frozen-email'
import type { Email } from '@pas/db/database'
import { effects } from '@pas/email-clients/effects/effect-of-change'
import type { EmailClient } from '@pas/email-clients/email-client'
import type { Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { z } from 'zod'
import { exportTexts, type ExportTexts } from './export-page-texts'

export interface ExportedPreview {
  body: z.output<typeof listedPreviewBody>
  emailClient: EmailClient
  file: string | null
}

/** `rows`: those of `changes.json`. `erased` and `late` say why there are none. */
export type ExportedChanges =
  | {
      state: 'listed'
      rows: (z.output<typeof changesBody>[number] & {
        previews: { client: string; orientation: string; images: string }[]
      })[]
    }
  | { state: 'erased' | 'late' }

export interface ExportPage {
  email: Pick<Email, 'id' | 'subject' | 'fromAddress' | 'reference' | 'createdAt'>
  previews: readonly ExportedPreview[]
  changes: ExportedChanges
  /** How many findings `checks.json` has; null without that file. */
  counts: ChecksOfEmail['counts'] | null
  source: FrozenEmail | null
}

const maxShownChanges = 500

/** The page is opened from a disk and printed, so it has no script. */
export function renderExportPage(language: Language, shown: ExportPage): string {
  const style = readFileSync(path.join(__dirname, 'export-page.css'), 'utf8')
  const hash = createHash('sha256').update(style).digest('base64')
  // Browsers do not count files beside the page as 'self'.
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self' file:; base-uri 'none'; form-action 'none'`
  const texts = exportTexts[language]
  const markup = renderToStaticMarkup(
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{texts.title}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <Body texts={texts} {...shown} />
      </body>
    </html>,
  )
  return `<!doctype html>${markup}`
}

function Body({
  texts,
  email,
  previews,
  changes,
  counts,
  source,
}: ExportPage & { texts: ExportTexts }): ReactNode {
  const withoutPicture = previews.filter(({ file }) => file === null)
  return (
    <main>
      <h1>
        <bdi>{email.subject ?? texts.noSubject}</bdi>
      </h1>
      <dl>
        <Fact name={texts.from} text={email.fromAddress} />
        <Fact name={texts.reference} text={email.reference} />
        <Fact name={texts.uploaded} text={minuteOf(email.createdAt.toISOString())} />
        <Fact name={texts.email} text={email.id} />
      </dl>
      <h2>{texts.pictures(previews.length - withoutPicture.length)}</h2>
      <ul className="pictures">
        {previews.map(
          ({ file, ...preview }) =>
            file !== null && <Picture key={file} texts={texts} file={file} {...preview} />,
        )}
      </ul>
      {withoutPicture.length > 0 && (
        <>
          <h2>{texts.withoutPicture}</h2>
          <ul>
            {withoutPicture.map(({ body, emailClient }) => (
              <li key={`${body.client}-${body.orientation}-${body.images}`}>
                {nameOf(emailClient)}, {texts.options(body)}: {whyWithoutPicture(texts, body)}
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>{texts.changes}</h2>
      <Changes texts={texts} changes={changes} />
      {counts && (
        <>
          <h2>{texts.checks}</h2>
          <p>
            {texts.findings(counts)} <FileLink name="checks.json" /> <FileLink name="checks.sarif" />
          </p>
        </>
      )}
      {source && (
        <>
          <h2>{texts.source}</h2>
          <p>
            {texts.sourceFiles} {source.htmlText !== null && <FileLink name="source/html.txt" />}{' '}
            {source.plainText !== null && <FileLink name="source/plain.txt" />}{' '}
            <FileLink name="source/headers.json" />
          </p>
        </>
      )}
    </main>
  )
}

const FileLink = ({ name }: { name: string }): ReactNode => <a href={name}>{name}</a>

function Fact({ name, text }: { name: string; text: string | null }): ReactNode {
  return (
    text !== null && (
      <>
        <dt>{name}</dt>
        <dd>
          <bdi>{text}</bdi>
        </dd>
      </>
    )
  )
}

function Picture({
  texts,
  file,
  body,
  emailClient,
}: ExportedPreview & { texts: ExportTexts; file: string }): ReactNode {
  const name = nameOf(emailClient)
  return (
    <li>
      <figure>
        <a href={file}>
          <img src={file} alt={texts.picture(name, texts.options(body))} />
        </a>
        <figcaption>
          <strong>{name}</strong>
          <span className="facts">
            {texts.options(body)}, {emailClient.fidelity}
            {body.status === 'captured' && `, ${body.width} × ${body.height}, ${minuteOf(body.captured_at)}`}
            {body.status === 'captured' && body.truncated && `, ${texts.cutOff}`}
          </span>
        </figcaption>
      </figure>
    </li>
  )
}

function Changes({ texts, changes }: { texts: ExportTexts; changes: ExportedChanges }): ReactNode {
  if (changes.state !== 'listed') return <p>{texts[changes.state]}</p>
  if (changes.rows.length === 0) return <p>{texts.noChanges}</p>
  const visibleFirst = [...changes.rows].sort(
    (one, other) => effects.indexOf(one.effect) - effects.indexOf(other.effect),
  )
  const shown = visibleFirst.slice(0, maxShownChanges)
  return (
    <>
      <p>
        {shown.length < changes.rows.length && texts.first(shown.length, changes.rows.length)}{' '}
        {texts.allChanges} <FileLink name="changes.json" />
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.what}</th>
            <th scope="col">{texts.where}</th>
            <th scope="col">{texts.times}</th>
            <th scope="col">{texts.emailClients}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            <tr key={index}>
              <td>
                <bdi>{row.what}</bdi>
                <br />
                <span className="facts">
                  {row.rule}
                  {row.effect !== 'visible' && ` · ${texts.effects[row.effect]}`}
                </span>
              </td>
              <td>{row.where ? `${row.where.line}:${row.where.column}` : '–'}</td>
              <td>{row.count}</td>
              <td>{[...new Set(row.previews.map(({ client }) => client))].join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const nameOf = ({ name, platform }: EmailClient): string => `${name} (${platform})`

function whyWithoutPicture(texts: ExportTexts, body: ExportedPreview['body']): string {
  switch (body.status) {
    case 'waiting':
      return texts.waiting
    case 'failed':
      return body.description
    case 'captured':
      return texts.lost
  }
}

const minuteOf = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`

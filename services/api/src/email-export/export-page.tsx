import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FrozenEmail } from '@pas/captures/frozen-email'
import type { Email } from '@pas/db/database'
import type { EmailClient } from '@pas/email-clients/email-client'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { z } from 'zod'
import type { changesBody } from '../changes/schema'
import type { listedPreviewBody } from '../progress/schema'

/** A preview, and the name of its picture in the ZIP file; null when there is none. */
export interface ExportedPreview {
  body: z.output<typeof listedPreviewBody>
  emailClient: EmailClient
  file: string | null
}

/** A row of `changes.json`, or why there is none: the content is erased, or going through it took too long. */
export type ExportedChanges =
  | {
      state: 'listed'
      rows: (z.output<typeof changesBody>[number] & {
        previews: { client: string; orientation: string; images: string }[]
      })[]
    }
  | { state: 'erased' | 'late' }

/** What `index.html` of an export shows. */
export interface ExportPage {
  email: Pick<Email, 'id' | 'subject' | 'fromAddress' | 'reference' | 'createdAt'>
  previews: readonly ExportedPreview[]
  changes: ExportedChanges
  source: FrozenEmail | null
}

/** Rows of changes on the page; `changes.json` has all. */
const maxShownChanges = 500

/**
 * `index.html`: one page for a disk and for paper. It has no script, and its Content-Security-Policy allows nothing but
 * its own style sheet and the pictures beside it.
 */
export function renderExportPage(shown: ExportPage): string {
  const style = readFileSync(path.join(__dirname, 'export-page.css'), 'utf8')
  const hash = createHash('sha256').update(style).digest('base64')
  // `file:` because browsers do not count files beside the page as 'self'.
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self' file:; base-uri 'none'; form-action 'none'`
  const markup = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Email previews</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <Body {...shown} />
      </body>
    </html>,
  )
  return `<!doctype html>${markup}`
}

function Body({ email, previews, changes, source }: ExportPage): ReactNode {
  const without = previews.filter(({ file }) => file === null)
  return (
    <main>
      <h1>
        <bdi>{email.subject ?? 'Email without a subject'}</bdi>
      </h1>
      <dl>
        <Fact name="From" text={email.fromAddress} />
        <Fact name="Reference" text={email.reference} />
        <Fact name="Uploaded" text={minuteOf(email.createdAt.toISOString())} />
        <Fact name="Email" text={email.id} />
      </dl>
      <h2>{previews.length - without.length} pictures</h2>
      <ul className="pictures">
        {previews.map(
          ({ file, ...preview }) => file !== null && <Picture key={file} file={file} {...preview} />,
        )}
      </ul>
      {without.length > 0 && (
        <>
          <h2>Without a picture</h2>
          <ul>
            {without.map(({ body, emailClient }) => (
              <li key={`${body.client}-${body.orientation}-${body.images}`}>
                {nameOf(emailClient)}, {optionsOf(body)}: {whyWithout(body)}
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>What the email clients changed</h2>
      <Changes changes={changes} />
      {source && (
        <>
          <h2>The email as it was uploaded</h2>
          <p>
            Text files, so that a double click runs nothing of the email:{' '}
            {source.htmlText !== null && <a href="source/html.txt">source/html.txt</a>}{' '}
            {source.plainText !== null && <a href="source/plain.txt">source/plain.txt</a>}{' '}
            <a href="source/headers.json">source/headers.json</a>
          </p>
        </>
      )}
    </main>
  )
}

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

function Picture({ file, body, emailClient }: ExportedPreview & { file: string }): ReactNode {
  const name = nameOf(emailClient)
  return (
    <li>
      <figure>
        <a href={file}>
          <img src={file} alt={`The email in ${name}, ${optionsOf(body)}`} />
        </a>
        <figcaption>
          <strong>{name}</strong>
          <span className="facts">
            {optionsOf(body)}, {emailClient.fidelity}
            {body.status === 'captured' && `, ${body.width} × ${body.height}, ${minuteOf(body.captured_at)}`}
            {body.status === 'captured' && body.truncated && ', cut off below'}
          </span>
        </figcaption>
      </figure>
    </li>
  )
}

function Changes({ changes }: { changes: ExportedChanges }): ReactNode {
  if (changes.state !== 'listed') return <p>{whyUnknown[changes.state]}</p>
  if (changes.rows.length === 0) return <p>Nothing.</p>
  const shown = changes.rows.slice(0, maxShownChanges)
  return (
    <>
      <p>
        {shown.length < changes.rows.length && `The first ${shown.length} of ${changes.rows.length}. `}
        <a href="changes.json">changes.json</a> has all of it, for programs.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Where</th>
            <th scope="col">Times</th>
            <th scope="col">Email clients</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            <tr key={index}>
              <td>
                <bdi>{row.what}</bdi>
                <br />
                <span className="facts">{row.rule}</span>
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

const whyUnknown = {
  erased: 'The email’s content was erased 48 hours after its upload, so this is not known any more.',
  late: 'This could not be worked out in time. Export the email again to have it.',
} as const

const nameOf = ({ name, platform }: EmailClient): string => `${name} (${platform})`

const optionsOf = ({ orientation, images }: { orientation: string; images: string }): string =>
  `${orientation}, images ${images}`

function whyWithout(body: ExportedPreview['body']): string {
  switch (body.status) {
    case 'waiting':
      return 'not drawn yet.'
    case 'failed':
      return body.description
    case 'captured':
      return 'its picture is lost. Open the preview to have it drawn again.'
  }
}

const minuteOf = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`

import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { formatNumber, languageOf, type Language } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ApiChange, ApiEmail, ApiEmailClient, ApiPreview } from '../api/schema'
import { emailName } from '../grid/email-name'
import { comparePath, emailPath, previewPath, type PreviewAddress } from '../grid/email-paths'
import { previewKey } from '../grid/shown-preview'
import { contentErasedTexts } from '../grid/content-erased'
import { gridTexts } from '../grid/grid-texts'
import { isOpen } from '../grid/is-open'
import type { Tile } from '../grid/tiles'
import { Moment } from '../views/moment'
import { sendPage } from '../views/page'
import { ChangeList, VisibleCount } from './change-list'
import { pictureTexts } from './picture-texts'

/** How large the picture is shown: as wide as there is room, or in per cent of its own pixels. */
export const zooms = ['fit', '100', '150'] as const
/** See `zooms`. */
type Zoom = (typeof zooms)[number]

/** What the page of one picture shows. */
export interface PicturePage {
  email: ApiEmail
  address: PreviewAddress
  emailClient: ApiEmailClient
  /** Null for a preview that was never asked for. */
  preview: ApiPreview | null
  zoom: Zoom
  /** The query of the grid that the page was opened from. */
  grid: string
  /** The tiles of that grid, among which this one is at `index`; -1 when it is not shown there. */
  shown: readonly Tile[]
  index: number
  /** The same email client in its other theme, if there is one. */
  otherTheme: { client: string; isDark: boolean } | null
  /** Null once the content of the email is erased. */
  changes: readonly ApiChange[] | null
  /** Whether the API had no time to work out the changes; then `changes` is null, too. */
  areChangesLate: boolean
  /** The email's HTML as it was sent; null once it is erased, and for an email without HTML. */
  html: string | null
  /** The API's address that answers once the picture is there. */
  blockingUrl: string
  now: Date
}

type PictureTexts = (typeof pictureTexts)[Language]

/** Sends the page of one picture: the picture, what the email client changed, and how the picture was made. */
export function sendPicturePage(res: Response, page: PicturePage): void {
  const language = languageOf(res.req)
  const texts = pictureTexts[language]
  const { email, emailClient, address, changes, preview } = page
  const guid = email.email_guid
  const path = emailPath(guid)
  sendPage(
    res,
    {
      title: `${emailClient.name} · ${emailName(email, language)}`,
      scripts: ['/assets/picture.js'],
    },
    <>
      <Toolbar page={page} texts={texts} language={language} />
      <div className="work">
        <div className={page.zoom === 'fit' ? 'stage fit' : 'stage'} id="stage">
          <Picture page={page} texts={texts} language={language} formToken={formTokenOf(res)} />
        </div>
        <aside className="panel" aria-label={texts.whatChanged}>
          <h2>
            {texts.whatChanged}
            <VisibleCount changes={changes} language={language} />
          </h2>
          {changes === null ? (
            <p className="muted">{page.areChangesLate ? texts.changesLate : texts.noChanges}</p>
          ) : (
            <ChangeList
              changes={changes}
              html={page.html}
              linePath={(line) => `${path}/source?line=${line}&client=${address.client}#L${line}`}
              language={language}
            />
          )}
          <h2>{texts.facts}</h2>
          <Facts
            emailClient={emailClient}
            preview={preview}
            texts={texts}
            language={language}
            now={page.now}
          />
        </aside>
      </div>
    </>,
  )
}

function Toolbar({
  page: { email, address, emailClient, zoom, grid, shown, index, otherTheme },
  texts,
  language,
}: {
  page: PicturePage
  texts: PictureTexts
  language: Language
}): ReactNode {
  const guid = email.email_guid
  const to = (changed: Partial<PreviewAddress>): string => previewPath(guid, { ...address, ...changed }, grid)
  const key = previewKey(address)
  const { fidelity } = emailClient
  const back = `${emailPath(guid)}${grid === '' ? '' : `?${grid}`}#${key}`
  const neighbour = (by: 1 | -1): ReactNode => {
    const tile = index < 0 ? undefined : shown[index + by]
    const label = by === 1 ? texts.next : texts.previous
    const sign = by === 1 ? '▶' : '◀'
    return tile ? (
      <a
        className="button"
        id={by === 1 ? 'next' : 'previous'}
        href={previewPath(guid, tile.preview, grid, zoom === 'fit' ? {} : { zoom })}
        aria-label={`${label}: ${tile.name}`}
      >
        {sign}
      </a>
    ) : (
      <span className="button" aria-hidden="true">
        <span className="muted">{sign}</span>
      </span>
    )
  }
  return (
    <div className="toolbar">
      <a id="back" href={back}>
        {'← '}
        {texts.back}
      </a>
      <h1>{emailClient.name}</h1>
      <span className="muted">
        {emailClient.platform}
        {' · '}
        <span className={`fidelity ${fidelity}`} title={gridTexts[language].fidelity[fidelity].meaning}>
          {gridTexts[language].fidelity[fidelity].word}
        </span>
      </span>
      <Segments
        className="push"
        label={texts.zoom}
        links={zooms.map((size) => ({
          href: previewPath(guid, address, grid, size === 'fit' ? {} : { zoom: size }),
          text: size === 'fit' ? texts.fit : `${size} %`,
          isCurrent: size === zoom,
        }))}
      />
      {otherTheme && (
        <Segments
          label={texts.theme}
          links={[false, true].map((isDark) => ({
            href: otherTheme.isDark === isDark ? to({ client: otherTheme.client }) : to({}),
            text: isDark ? texts.dark : texts.light,
            isCurrent: otherTheme.isDark !== isDark,
          }))}
        />
      )}
      {emailClient.images_options.length > 1 && (
        <Segments
          label={texts.images}
          links={emailClient.images_options.map((images) => ({
            href: to({ images }),
            text: texts[images],
            isCurrent: images === address.images,
          }))}
        />
      )}
      {emailClient.orientation_options.length > 1 && (
        <Segments
          label={texts.held}
          links={emailClient.orientation_options.map((orientation) => ({
            href: to({ orientation }),
            text: texts[orientation],
            isCurrent: orientation === address.orientation,
          }))}
        />
      )}
      <a className="button" id="compare" href={comparePath(guid, [key])}>
        {texts.compare}
      </a>
      <span className="pager">
        {neighbour(-1)}
        {index >= 0 && (
          <span className="muted">
            {texts.position({
              at: formatNumber(language, index + 1),
              of: formatNumber(language, shown.length),
            })}
          </span>
        )}
        {neighbour(1)}
      </span>
    </div>
  )
}

/** A row of links of which one is marked as chosen. */
export const Segments = ({
  label,
  links,
  className = '',
}: {
  label: string
  links: readonly { href: string; text: string; isCurrent: boolean }[]
  className?: string
}): ReactNode => (
  <nav className={`segments ${className}`.trim()} aria-label={label}>
    {links.map(({ href, text, isCurrent }) => (
      <a key={text} href={href} aria-current={isCurrent ? 'true' : undefined}>
        {text}
      </a>
    ))}
  </nav>
)

function Picture({
  page: { email, address, emailClient, preview, zoom, blockingUrl, now },
  texts,
  language,
  formToken,
}: {
  page: PicturePage
  texts: PictureTexts
  language: Language
  formToken: string
}): ReactNode {
  const alt = texts.altPicture({
    name: `${emailClient.name}, ${emailClient.platform}`,
    subject: emailName(email, language),
  })
  if (preview?.status === 'captured') {
    const factor = zoom === '150' ? 1.5 : 1
    const { full_url: url, width, height } = preview
    return <img src={url} width={Math.round(width * factor)} height={Math.round(height * factor)} alt={alt} />
  }
  // The browser waits for the picture: the address answers only once it is there.
  if (preview?.status === 'waiting') return <img src={blockingUrl} alt={`${texts.waiting} ${alt}`} />
  const failure = preview && (
    <p className="bad">
      <strong>{`! ${texts.failed}`}</strong> {preview.description}
    </p>
  )
  if (!isOpen(email, now))
    return failure ? (
      <div>
        {failure}
        <p>{contentErasedTexts[language]}</p>
      </div>
    ) : (
      <p>{texts.gone}</p>
    )
  return (
    <form method="post" action={`${emailPath(email.email_guid)}/draw`}>
      <FormToken value={formToken} />
      <input type="hidden" name="preview" value={previewKey(address)} />
      <input type="hidden" name="show" value="picture" />
      {failure ?? <p>{texts.notDrawn}</p>}
      <button className="primary">{preview ? texts.drawAgain : texts.draw}</button>
    </form>
  )
}

/** What is known of an email client and of its picture. */
function Facts({
  emailClient,
  preview,
  texts,
  language,
  now,
}: {
  emailClient: ApiEmailClient
  preview: ApiPreview | null
  texts: PictureTexts
  language: Language
  now: Date
}): ReactNode {
  const { word, meaning } = gridTexts[language].fidelity[emailClient.fidelity]
  return (
    <dl className="facts">
      <dt>{texts.fidelity}</dt>
      <dd>{`${word}: ${meaning}`}</dd>
      <dt>{texts.engine}</dt>
      <dd>{emailClient.engine}</dd>
      <dt>{texts.asOf}</dt>
      <dd>{emailClient.as_of}</dd>
      <dt>{texts.confidence}</dt>
      <dd>{texts.confidences[emailClient.confidence]}</dd>
      {preview?.status === 'captured' && (
        <>
          <dt>{texts.size}</dt>
          <dd>
            {`${preview.width} × ${preview.height}`}
            {preview.truncated && ` · ${texts.truncated}`}
          </dd>
          <dt>{texts.drawn}</dt>
          <dd>
            <Moment language={language} at={preview.captured_at} now={now} />
            {' · '}
            <a href={preview.full_url}>{texts.openPicture}</a>
          </dd>
        </>
      )}
    </dl>
  )
}

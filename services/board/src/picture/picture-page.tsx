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

/** How large the picture is shown: at most as wide as there is room, or in per cent of its size in the email client. */
export const zooms = ['fit', '100', '150'] as const
type Zoom = (typeof zooms)[number]

/** What the page of one picture shows. */
export interface PicturePage {
  email: ApiEmail
  address: PreviewAddress
  emailClient: ApiEmailClient
  /** Null for a preview that was never asked for. */
  preview: ApiPreview | null
  /** The keys of all previews that were asked for. */
  asked: ReadonlySet<string>
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
      <form method="post" action={`${path}/draw`} id={drawForm}>
        <FormToken value={formTokenOf(res)} />
        <input type="hidden" name="show" value="picture" />
        <input type="hidden" name="grid" value={page.grid} />
      </form>
      <div className="work">
        <div className={page.zoom === 'fit' ? 'stage fit' : 'stage'} id="stage">
          <Picture page={page} texts={texts} language={language} />
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

/** The id of the form that has a preview drawn: its buttons have the preview's key as value. */
const drawForm = 'draw'

function Toolbar({
  page: { email, address, emailClient, zoom, grid, shown, index, otherTheme, asked, now },
  texts,
  language,
}: {
  page: PicturePage
  texts: PictureTexts
  language: Language
}): ReactNode {
  const guid = email.email_guid
  /** Leads to the picture with other options; has it drawn when nobody has asked for it. */
  const to = (changed: Partial<PreviewAddress>): Pick<Segment, 'href' | 'draws'> => {
    const other = { ...address, ...changed }
    const otherKey = previewKey(other)
    return asked.has(otherKey) || otherKey === key || !isOpen(email, now)
      ? { href: previewPath(guid, other, grid) }
      : { draws: otherKey }
  }
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
            ...to(otherTheme.isDark === isDark ? { client: otherTheme.client } : {}),
            text: isDark ? texts.dark : texts.light,
            isCurrent: otherTheme.isDark !== isDark,
          }))}
        />
      )}
      {emailClient.images_options.length > 1 && (
        <Segments
          label={texts.images}
          links={emailClient.images_options.map((images) => ({
            ...to({ images }),
            text: texts[images],
            isCurrent: images === address.images,
          }))}
        />
      )}
      {emailClient.orientation_options.length > 1 && (
        <Segments
          label={texts.held}
          links={emailClient.orientation_options.map((orientation) => ({
            ...to({ orientation }),
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

/** A link of `Segments`, or a button that has the preview with this key drawn. */
interface Segment {
  href?: string
  draws?: string
  text: string
  isCurrent: boolean
}

/** A row of links of which one is marked as chosen. */
export const Segments = ({
  label,
  links,
  className = '',
}: {
  label: string
  links: readonly Segment[]
  className?: string
}): ReactNode => (
  <nav className={`segments ${className}`.trim()} aria-label={label}>
    {links.map(({ href, draws, text, isCurrent }) =>
      draws === undefined ? (
        <a key={text} href={href} aria-current={isCurrent ? 'true' : undefined}>
          {text}
        </a>
      ) : (
        <button key={text} form={drawForm} name="preview" value={draws}>
          {text}
        </button>
      ),
    )}
  </nav>
)

function Picture({
  page: { email, address, emailClient, preview, changes, zoom, blockingUrl, now },
  texts,
  language,
}: {
  page: PicturePage
  texts: PictureTexts
  language: Language
}): ReactNode {
  const alt = texts.altPicture({
    name: `${emailClient.name}, ${emailClient.platform}`,
    subject: emailName(email, language),
  })
  if (preview?.status === 'captured') {
    const isClipped = changes?.some(({ rule }) => rule === 'message-clipped') ?? false
    return (
      <ShownPicture
        preview={preview}
        factor={(zoom === '150' ? 1.5 : 1) / emailClient.pixel_ratio}
        alt={alt}
        isClipped={isClipped}
        language={language}
      />
    )
  }
  // The browser waits for the picture: the address answers only once it is there. `srcset` says its pixel ratio.
  if (preview?.status === 'waiting')
    return (
      <img
        src={blockingUrl}
        srcSet={`${blockingUrl} ${emailClient.pixel_ratio}x`}
        alt={`${texts.waiting} ${alt}`}
      />
    )
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
    <div>
      {failure ?? <p>{texts.notDrawn}</p>}
      <button className="primary" form={drawForm} name="preview" value={previewKey(address)}>
        {preview ? texts.drawAgain : texts.draw}
      </button>
    </div>
  )
}

/**
 * A drawn picture. When it is cut, says so above it, with what the email client shows behind its end, and where it
 * ends.
 */
export function ShownPicture({
  preview: { full_url: url, width, height, truncated },
  factor,
  alt,
  isClipped,
  language,
}: {
  preview: Extract<ApiPreview, { status: 'captured' }>
  /** CSS pixels of the page for each pixel of the picture. */
  factor: number
  alt: string
  /** Whether the email client shows only the beginning of the message, and says so at its end. */
  isClipped: boolean
  language: Language
}): ReactNode {
  const texts = pictureTexts[language]
  const size = { width: Math.round(width * factor), height: Math.round(height * factor) }
  return (
    <>
      {truncated && (
        <p className="notice">
          {texts.truncated}
          {isClipped && ` ${texts.clipped}`}
        </p>
      )}
      <img src={url} {...size} alt={alt} />
      {truncated && <p className="cut">{gridTexts[language].cut}</p>}
    </>
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
          <dd>{`${preview.width} × ${preview.height}`}</dd>
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

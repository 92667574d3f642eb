import { languageOf, type Language } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ApiEmail } from '../api/schema'
import { emailName } from '../grid/email-name'
import { comparePath, emailPath, previewPath } from '../grid/email-paths'
import { gridTexts } from '../grid/grid-texts'
import { inPercent, isPhoneWide, phoneWidth } from '../grid/shown-preview'
import type { Tile } from '../grid/tiles'
import { Segments } from '../picture/picture-page'
import { Moment } from '../views/moment'
import { sendPage } from '../views/page'
import { compareTexts, modes, type CompareMode } from './compare-texts'

/** One of the pictures that are compared. */
export interface Pane {
  /**
   * As `with` in the query: the key of a preview of this email (see `previewKey`), or `guid:key` for another email's.
   */
  id: string
  email: ApiEmail
  tile: Tile
}

/** What the page that compares pictures shows. `email` is the one whose address the page has. */
export interface ComparePage {
  email: ApiEmail
  panes: readonly Pane[]
  /** Null when none was chosen: the style sheet then shows side by side, or a slider where that is too narrow. */
  mode: CompareMode | null
  /** This email's pictures that can be added. */
  others: readonly Tile[]
  now: Date
}

/** The most pictures that are compared at once. */
export const maxPanes = 4

type CompareTexts = (typeof compareTexts)[Language]

/** Sends the page that compares pictures: two to four beside each other, or two on top of each other. */
export function sendComparePage(res: Response, page: ComparePage): void {
  const language = languageOf(res.req)
  const texts = compareTexts[language]
  const { panes, mode } = page
  const [first, second] = panes
  const canLieOnTop = isDrawn(first) && isDrawn(second)
  const isEither = mode === null && canLieOnTop && panes.length === 2
  const isSide = mode === null || mode === 'side' || !canLieOnTop
  const place = placeOf(panes)
  sendPage(
    res,
    { title: texts.title, scripts: ['/assets/compare.js'] },
    <>
      <Toolbar page={page} texts={texts} language={language} />
      {isSide && (
        <div className={`panes ${place.className}${isEither ? ' where-wide' : ''}`.trim()} id="panes">
          {panes.map((pane) => (
            <section key={pane.id} className="pane" aria-label={nameOf(pane)}>
              <header>
                <PaneHeading pane={pane} page={page} texts={texts} language={language} />
                {panes.length > 1 && (
                  <a
                    href={comparePath(page.email.email_guid, without(panes, pane), mode ?? undefined)}
                    aria-label={texts.remove({ name: nameOf(pane) })}
                  >
                    {'✕'}
                  </a>
                )}
              </header>
              <div className="picture">
                <PanePicture pane={pane} place={place} texts={texts} />
                {isCut(pane) && <p className="cut">{gridTexts[language].cut}</p>}
              </div>
            </section>
          ))}
          {panes.length < 2 && <p className="nothing">{texts.fewer}</p>}
        </div>
      )}
      {isDrawn(first) && isDrawn(second) && (isEither || !isSide) && (
        <Overlay
          first={first}
          second={second}
          mode={isEither ? 'slide' : (mode ?? 'side')}
          isOnlyWhereNarrow={isEither}
          place={place}
          page={page}
          texts={texts}
          language={language}
        />
      )}
    </>,
  )
}

const isDrawn = (pane: Pane | undefined): pane is Pane => pane?.tile.preview.status === 'captured'

const isCut = ({ tile: { preview } }: Pane): boolean => preview.status === 'captured' && preview.truncated

/** The width of a picture in CSS pixels; 0 for one that is not drawn. */
const cssWidthOf = ({ tile: { preview, pixelRatio } }: Pane): number =>
  preview.status === 'captured' ? preview.width / pixelRatio : 0

/** The width in CSS pixels in whose scale all pictures are shown, and its class in the style sheet. */
interface Place {
  width: number
  className: '' | 'phones'
}

/** The place in which the widest picture fits, so that all pictures have one scale. */
function placeOf(panes: readonly Pane[]): Place {
  const widest = Math.max(...panes.map(cssWidthOf))
  return isPhoneWide(widest) ? { width: phoneWidth, className: 'phones' } : { width: widest, className: '' }
}

const without = (panes: readonly Pane[], removed: Pane): string[] =>
  panes.filter((pane) => pane !== removed).map(({ id }) => id)

const nameOf = ({ tile: { name, platform } }: Pane): string =>
  platform === '' ? name : `${name} · ${platform}`

function Toolbar({
  page: { email, panes, mode, others },
  texts,
  language,
}: {
  page: ComparePage
  texts: CompareTexts
  language: Language
}): ReactNode {
  const ids = panes.map(({ id }) => id)
  const path = emailPath(email.email_guid)
  return (
    <div className="toolbar">
      <a id="back" href={`${path}#${panes[0]?.tile.key ?? ''}`}>
        {'← '}
        {texts.back}
      </a>
      <h1>{texts.title}</h1>
      <bdi className="muted">{emailName(email, language)}</bdi>
      {panes.length > 1 &&
        (mode === null ? (['side', 'slide'] as const) : [mode]).map((current, index, either) => (
          <Segments
            key={current}
            className={either.length === 1 ? 'push' : `push where-${index === 0 ? 'wide' : 'narrow'}`}
            label={texts.how}
            links={modes.map((other) => ({
              href: comparePath(email.email_guid, ids, other),
              text: texts.modes[other],
              isCurrent: other === current,
            }))}
          />
        ))}
      {panes.length < maxPanes && others.length > 0 && (
        <form action={`${path}/compare`} id="add">
          {ids.map((id) => (
            <input key={id} type="hidden" name="with" value={id} />
          ))}
          {panes.length < 2 && mode !== null && <input type="hidden" name="mode" value={mode} />}
          <select name="with" aria-label={texts.choose}>
            {others.map(({ key, name, platform }) => (
              <option key={key} value={key}>{`${name} · ${platform}`}</option>
            ))}
          </select>
          <button>{texts.add}</button>
        </form>
      )}
    </div>
  )
}

function PaneHeading({
  pane,
  page,
  texts,
  language,
}: {
  pane: Pane
  page: ComparePage
  texts: CompareTexts
  language: Language
}): ReactNode {
  const { email, tile } = pane
  const isOther = email.email_guid !== page.email.email_guid
  const options = [
    tile.preview.orientation === 'horizontal' && gridTexts[language].horizontal,
    tile.preview.images === 'blocked' && gridTexts[language].blockedTile,
  ].filter((option) => option !== false)
  return (
    <h2>
      <a href={previewPath(email.email_guid, tile.preview)}>{nameOf(pane)}</a>{' '}
      <span className="count">
        {options.join(' · ')}
        {isOther && (
          <>
            {options.length > 0 && ' · '}
            {texts.olderVersion}
            {', '}
            <Moment language={language} at={email.created_at} now={page.now} />
          </>
        )}
      </span>
    </h2>
  )
}

/** One picture, in the scale in which `place`, in CSS pixels, fills the width that there is. */
function PanePicture({ pane, place, texts }: { pane: Pane; place: Place; texts: CompareTexts }): ReactNode {
  const { preview } = pane.tile
  if (preview.status !== 'captured') return <p className="nothing">{texts.notDrawn}</p>
  return (
    <img
      src={preview.full_url}
      width={inPercent(cssWidthOf(pane) / place.width)}
      alt={texts.alt({ name: nameOf(pane) })}
    />
  )
}

/** Two pictures on top of each other, in one scale, the middle of one on the middle of the other. */
function Overlay({
  first,
  second,
  mode,
  isOnlyWhereNarrow,
  place,
  page,
  texts,
  language,
}: {
  first: Pane
  second: Pane
  mode: CompareMode
  isOnlyWhereNarrow: boolean
  place: Place
  page: ComparePage
  texts: CompareTexts
  language: Language
}): ReactNode {
  const { panes } = page
  const [one, other] = [first.tile.preview, second.tile.preview]
  const areSame =
    one.status === 'captured' &&
    other.status === 'captured' &&
    one.picture_sha256 !== undefined &&
    one.picture_sha256 === other.picture_sha256
  return (
    <div
      className={`overlay ${mode} ${place.className}${isOnlyWhereNarrow ? ' where-narrow' : ''}`}
      id="overlay"
    >
      <div className="slider">
        <PaneHeading pane={first} page={page} texts={texts} language={language} />
        {/* Shown by the page's script; without it, the user drags the handle in the upper picture's corner. */}
        {mode === 'slide' && (
          <input
            type="range"
            id="slide"
            min="0"
            max="100"
            defaultValue="50"
            aria-label={texts.position}
            hidden
          />
        )}
        {mode === 'blink' && (
          <button
            type="button"
            id="blink"
            data-pause={texts.pause}
            data-show-first={texts.show({ name: nameOf(first) })}
            data-show-second={texts.show({ name: nameOf(second) })}
            hidden
          />
        )}
        <span className="push">
          <PaneHeading pane={second} page={page} texts={texts} language={language} />
        </span>
      </div>
      <p className="nothing" hidden={mode !== 'difference' && !areSame && panes.length === 2}>
        {areSame ? texts.same : mode === 'difference' ? texts.differ : ''}
        {panes.length > 2 && ` ${texts.onlyTwo}`}
      </p>
      <div className="layers" id="layers">
        {[second, first].map((pane, index) => (
          <div key={index}>
            <div className="sheet">
              <PanePicture pane={pane} place={place} texts={texts} />
              {isCut(pane) && <p className="cut">{`${nameOf(pane)}: ${gridTexts[language].cut}`}</p>}
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

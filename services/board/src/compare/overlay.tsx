import type { Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import { emailTexts } from '../email/email-texts'
import { inPercent } from '../email/shown-preview'
import { compareTexts, type CompareMode, type CompareTexts } from './compare-texts'
import { cssWidthOf, isCut, nameOf, type ComparePage, type Pane, type Scale } from './comparison'
import { PaneHeading, PanePicture } from './pane'

interface OverlayProps {
  first: Pane
  second: Pane
  mode: CompareMode
  isOnlyWhereNarrow: boolean
  scale: Scale
  page: ComparePage
  language: Language
}

/** Both pictures are in one scale, and centred on each other. */
export function Overlay(props: OverlayProps): ReactNode {
  const { first, second, mode, isOnlyWhereNarrow, scale, page, language } = props
  const texts = compareTexts[language]
  const { panes } = page
  const [one, other] = [first.tile.preview, second.tile.preview]
  const areSame =
    one.status === 'captured' &&
    other.status === 'captured' &&
    one.picture_sha256 !== undefined &&
    one.picture_sha256 === other.picture_sha256
  let remark = ''
  if (areSame) remark = texts.same
  else if (mode === 'difference' && page.comparison?.verdict !== 'different') remark = texts.differ
  return (
    <div
      className={`overlay ${mode} ${scale.className}${isOnlyWhereNarrow ? ' where-narrow' : ''}`}
      id="overlay"
    >
      <Slider first={first} second={second} mode={mode} page={page} language={language} />
      <p className="nothing" hidden={remark === '' && panes.length === 2}>
        {remark}
        {panes.length > 2 && ` ${texts.onlyTwo}`}
      </p>
      {mode === 'difference' && page.comparison?.verdict === 'different' ? (
        <DrawnDifference
          url={page.comparison.difference_url}
          width={inPercent(cssWidthOf(second) / scale.width)}
          texts={texts}
        />
      ) : (
        <div className="layers" id="layers">
          {/* The first picture lies on top. */}
          {[second, first].map((pane, index) => (
            <div key={index}>
              <div className="sheet">
                <PanePicture pane={pane} scale={scale} language={language} />
                {isCut(pane) && <p className="cut">{`${nameOf(pane)}: ${emailTexts[language].cut}`}</p>}
              </div>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** The names of both pictures, and what moves between them. */
function Slider({
  first,
  second,
  mode,
  page,
  language,
}: Pick<OverlayProps, 'first' | 'second' | 'mode' | 'page' | 'language'>): ReactNode {
  const texts = compareTexts[language]
  return (
    <div className="slider">
      <PaneHeading pane={first} page={page} language={language} />
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
        <PaneHeading pane={second} page={page} language={language} />
      </span>
    </div>
  )
}

/** The image service draws it: the later picture in grey, what differs in colour. */
const DrawnDifference = ({
  url,
  width,
  texts,
}: {
  url: string
  width: string
  texts: CompareTexts
}): ReactNode => (
  <figure className="drawn-difference">
    <img src={url} width={width} alt={texts.modes.difference} />
    <figcaption>
      {(['changed', 'inserted', 'removed', 'moved'] as const).map((kind) => (
        <span key={kind} className={`mark ${kind}`}>
          {texts.kinds[kind]}
        </span>
      ))}
    </figcaption>
  </figure>
)

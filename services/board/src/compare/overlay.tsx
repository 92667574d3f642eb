import type { Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import { emailTexts } from '../email/email-texts'
import { compareTexts, type CompareMode } from './compare-texts'
import { isCut, nameOf, type ComparePage, type Pane, type Scale } from './comparison'
import { PaneHeading, PanePicture } from './pane'

/** Both pictures are in one scale, and centred on each other. */
export function Overlay({
  first,
  second,
  mode,
  isOnlyWhereNarrow,
  scale,
  page,
  language,
}: {
  first: Pane
  second: Pane
  mode: CompareMode
  isOnlyWhereNarrow: boolean
  scale: Scale
  page: ComparePage
  language: Language
}): ReactNode {
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
  else if (mode === 'difference') remark = texts.differ
  return (
    <div
      className={`overlay ${mode} ${scale.className}${isOnlyWhereNarrow ? ' where-narrow' : ''}`}
      id="overlay"
    >
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
      <p className="nothing" hidden={remark === '' && panes.length === 2}>
        {remark}
        {panes.length > 2 && ` ${texts.onlyTwo}`}
      </p>
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
    </div>
  )
}

import { languageOf } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { comparePath } from '../email/email-paths'
import { emailTexts } from '../email/email-texts'
import { sendPage } from '../views/page'
import { compareTexts, type CompareTexts } from './compare-texts'
import { CompareToolbar } from './compare-toolbar'
import { isCut, isDrawn, nameOf, scaleOf, type ComparePage, type Comparison, type Pane } from './comparison'
import { Overlay } from './overlay'
import { PaneHeading, PanePicture } from './pane'

export function sendComparePage(res: Response, page: ComparePage): void {
  const language = languageOf(res.req)
  const texts = compareTexts[language]
  const { panes, mode, comparison } = page
  const [first, second] = panes
  const canOverlay = isDrawn(first) && isDrawn(second)
  // Without a chosen mode, the page has both: board.css shows the panes where it is wide, and the slider elsewhere.
  const hasBoth = mode === null && canOverlay && panes.length === 2
  const hasPanes = mode === null || mode === 'side' || !canOverlay
  const scale = scaleOf(panes)
  sendPage(
    res,
    { title: texts.title, scripts: ['/assets/compare.js'] },
    <>
      <CompareToolbar page={page} language={language} />
      {comparison && <Told comparison={comparison} texts={texts} />}
      {hasPanes && (
        <div className={`panes ${scale.className}${hasBoth ? ' where-wide' : ''}`.trim()} id="panes">
          {panes.map((pane) => (
            <section key={pane.id} className="pane" aria-label={nameOf(pane)}>
              <header>
                <PaneHeading pane={pane} page={page} language={language} />
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
                <PanePicture pane={pane} scale={scale} language={language} />
                {isCut(pane) && <p className="cut">{emailTexts[language].cut}</p>}
              </div>
            </section>
          ))}
          {panes.length < 2 && <p className="nothing">{texts.fewer}</p>}
        </div>
      )}
      {isDrawn(first) && isDrawn(second) && (hasBoth || !hasPanes) && (
        <Overlay
          first={first}
          second={second}
          mode={hasBoth ? 'slide' : (mode ?? 'side')}
          isOnlyWhereNarrow={hasBoth}
          scale={scale}
          page={page}
          language={language}
        />
      )}
    </>,
  )
}

/** Whether two versions differ. The page's script frames where, and leads from place to place. */
function Told({ comparison, texts }: { comparison: Comparison; texts: CompareTexts }): ReactNode {
  if (comparison.verdict === 'not_comparable')
    return <p className="told">{texts.notComparable[comparison.reason]}</p>
  if (comparison.verdict === 'equal') return <p className="told">{texts.same}</p>
  return (
    <div
      className="told"
      id="places"
      data-summary={comparison.summary_url}
      data-of={texts.place}
      data-kinds={JSON.stringify(texts.kinds)}
      data-too-large={texts.tooLarge}
    >
      <span id="place" role="status">
        {texts.different}
      </span>
      <button type="button" id="previous" aria-keyshortcuts="p" hidden>
        {texts.previous}
      </button>
      <button type="button" id="next" aria-keyshortcuts="n" hidden>
        {texts.next}
      </button>
    </div>
  )
}

const without = (panes: readonly Pane[], removed: Pane): string[] =>
  panes.filter((pane) => pane !== removed).map(({ id }) => id)

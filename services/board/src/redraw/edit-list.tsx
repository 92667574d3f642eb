import { formatNumber, type Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import { redrawTexts } from './redraw-texts'
import type { ShownEdit } from './apply-fixes'

/** More would move the field out of the window; the others are folded. */
const maxUnfolded = 6

/** What was mended in the field below, before it is redrawn. */
export function EditList({
  edits,
  language,
}: {
  edits: readonly ShownEdit[]
  language: Language
}): ReactNode {
  const texts = redrawTexts[language]
  if (edits.length === 0) return <p className="notice">{texts.noEdits}</p>
  const shown = edits.slice(0, maxUnfolded)
  const folded = edits.slice(maxUnfolded)
  return (
    <section className="edits">
      <h2>{texts.edits({ number: formatNumber(language, edits.length) })}</h2>
      <Edits edits={shown} />
      {folded.length > 0 && (
        <details className="folded">
          <summary>{texts.moreEdits({ number: formatNumber(language, folded.length) })}</summary>
          <Edits edits={folded} />
        </details>
      )}
    </section>
  )
}

const Edits = ({ edits }: { edits: readonly ShownEdit[] }): ReactNode => (
  <div className="lines">
    {edits.map(({ line, before, removed, added, after }, index) => (
      <div key={index} className="contents">
        <span className="number">{line}</span>
        <code className="code">
          {before}
          {removed !== '' && <del>{removed}</del>}
          {added !== '' && <ins>{added}</ins>}
          {after}
        </code>
      </div>
    ))}
  </div>
)

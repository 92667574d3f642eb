import { formatNumber, type Language } from '@pas/pages/languages'
import { Fragment, type ReactNode } from 'react'
import type { ApiFinding } from '../api/schema'
import { checkTexts } from './checks-texts'

interface PlaceContext {
  /** The line in the page of the source; without it, line numbers are no links. */
  linePath?: (line: number) => string
  language: Language
}

export function Place({
  where: { part, line },
  linePath,
  language,
}: PlaceContext & { where: NonNullable<ApiFinding['where']> }): ReactNode {
  const texts = checkTexts[language]
  const number = formatNumber(language, line)
  if (part === 'html' && linePath)
    return (
      <a className="number hit" href={linePath(line)} aria-label={texts.line({ number })}>
        {line}
      </a>
    )
  const places = { html: texts.line, text: texts.inText, headers: texts.inHeader }
  return (
    <span className="number hit" title={places[part]({ number })}>
      {line}
    </span>
  )
}

/** `line`: of the HTML. */
export function PartLine({ line, linePath, language }: PlaceContext & { line: number }): ReactNode {
  const text = checkTexts[language].line({ number: formatNumber(language, line) })
  return <small>{linePath ? <a href={linePath(line)}>{text}</a> : text}</small>
}

/** The lines of its further places. */
export function OtherLines({
  finding: { places, where },
  linePath,
  language,
}: PlaceContext & { finding: ApiFinding }): ReactNode {
  const lines = [...new Set(places.map(({ line }) => line))].filter((line) => line !== where?.line)
  if (where?.part !== 'html' || lines.length === 0) return null
  return (
    <p className="in-clients">
      {checkTexts[language].alsoInLines}{' '}
      {lines.map((line, index) => (
        <Fragment key={line}>
          {index > 0 && ', '}
          {linePath ? (
            <a href={linePath(line)}>{formatNumber(language, line)}</a>
          ) : (
            formatNumber(language, line)
          )}
        </Fragment>
      ))}
    </p>
  )
}

import { formatNumber, type Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { ApiMessage } from '../api/schema'
import { formatSize } from './format-size'
import type { MessageTexts } from './message-texts'
import { visibleText } from './visible-text'

/** The fields decoded, and folded below them the header as it was sent. */
export function HeaderFields({
  message: { header, fields_left_out: leftOut },
  texts,
  language,
}: {
  message: ApiMessage
  texts: MessageTexts
  language: Language
}): ReactNode {
  return (
    <section aria-labelledby="header">
      <h2 id="header">{texts.header}</h2>
      <table className="header-fields" aria-labelledby="header">
        <tbody>
          {header.map(({ name, value, raw, bytes }, index) => (
            <tr key={index}>
              <th scope="row">{visibleText(name)}</th>
              <td>
                <bdi>{visibleText(value)}</bdi>
                {/* A byte may be several characters of UTF-8 in `raw`, never the other way round. */}
                {bytes > shownBytes(raw) + lineEnd && (
                  <span className="muted">{` ${texts.cutField({ size: formatSize(language, bytes) })}`}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {leftOut > 0 && (
        <p className="muted">{texts.fieldsLeftOut({ number: formatNumber(language, leftOut) })}</p>
      )}
      <details>
        <summary>{texts.raw}</summary>
        <pre className="sent-text" tabIndex={0} role="group" aria-label={texts.raw}>
          {header.map(({ raw }, index) => (
            <bdi key={index}>{`${visibleText(raw)}\n`}</bdi>
          ))}
        </pre>
      </details>
    </section>
  )
}

const lineEnd = 2
const shownBytes = (raw: string): number => Buffer.byteLength(raw)

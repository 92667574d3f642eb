import { formatNumber, languageOf, type Language } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ApiEmail, ApiMessage, ApiMessagePart } from '../api/schema'
import { BelowEmailTitle } from '../email/below-email-title'
import { emailName } from '../email/email-name'
import { emailPath } from '../email/email-paths'
import { sendPage } from '../views/page'
import { formatSize } from './format-size'
import { HeaderFields } from './header-fields'
import { messageTexts, type MessageTexts } from './message-texts'
import { attachmentsOf, partsOf, type ListedPart } from './parts-of'
import { visibleText } from './visible-text'

export function sendMessagePage(
  res: Response,
  { email, message }: { email: ApiEmail; message: ApiMessage },
): void {
  const language = languageOf(res.req)
  const texts = messageTexts[language]
  const parts = partsOf(message.structure)
  const number = (value: number): { number: string } => ({ number: formatNumber(language, value) })
  sendPage(
    res,
    { title: `${texts.title} · ${emailName(email, language)}` },
    <div className="message">
      <div className="title">
        <BelowEmailTitle email={email} heading={texts.title} language={language} />
        <p className="actions">
          <span className="muted">{formatSize(language, message.bytes)}</span>
          <a className="button" href={`${emailPath(email.email_guid)}/message.eml`} download="">
            {texts.download}
          </a>
        </p>
      </div>
      <HeaderFields message={message} texts={texts} language={language} />
      <section aria-labelledby="text">
        <h2 id="text">{texts.text}</h2>
        {message.text === null ? (
          <p className="muted">{texts.noText}</p>
        ) : (
          <pre className="sent-text" dir="auto" tabIndex={0} role="group" aria-labelledby="text">
            {visibleText(message.text)}
          </pre>
        )}
        {message.text_left_out > 0 && (
          <p className="muted">{texts.textLeftOut(number(message.text_left_out))}</p>
        )}
      </section>
      <Attachments attachments={attachmentsOf(parts)} texts={texts} language={language} />
      <section aria-labelledby="structure">
        <h2 id="structure">{texts.structure}</h2>
        <ul className="parts">
          {parts.map((listed, index) => (
            <PartRow key={index} listed={listed} language={language} />
          ))}
        </ul>
        {message.parts_left_out > 0 && (
          <p className="muted">{texts.partsLeftOut(number(message.parts_left_out))}</p>
        )}
      </section>
    </div>,
  )
}

function Attachments({
  attachments,
  texts,
  language,
}: {
  attachments: readonly ApiMessagePart[]
  texts: MessageTexts
  language: Language
}): ReactNode {
  return (
    <section aria-labelledby="attachments">
      <h2 id="attachments">{texts.attachments}</h2>
      {attachments.length === 0 && <p className="muted">{texts.noAttachments}</p>}
      <ul className="parts">
        {attachments.map(({ file_name: fileName, content_type: contentType, bytes }, index) => (
          <li key={index}>
            <bdi>{fileName === null ? texts.unnamed : visibleText(fileName)}</bdi>{' '}
            <span className="muted">
              <bdi>{visibleText(contentType)}</bdi>
              {bytes !== null && ` · ${formatSize(language, bytes)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Indented by its depth, up to what fits on a phone. */
const maxIndent = 8

function PartRow({
  listed: { part, depth },
  language,
}: {
  listed: ListedPart
  language: Language
}): ReactNode {
  const facts = [part.charset, part.disposition, part.file_name, part.content_id && `<${part.content_id}>`]
  return (
    <li data-depth={Math.min(depth, maxIndent)}>
      <bdi>{visibleText(part.content_type)}</bdi>{' '}
      <span className="muted">
        {facts
          .filter((fact) => fact !== null && fact !== '')
          .map((fact, index) => (
            <span key={index}>
              <bdi>{visibleText(fact ?? '')}</bdi>
              {' · '}
            </span>
          ))}
        {part.bytes !== null && formatSize(language, part.bytes)}
      </span>
    </li>
  )
}

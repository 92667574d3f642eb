import { formatTimeLeft, type Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { ApiEmail } from '../api/schema'
import { ChecksLink } from '../checks/checks-link'
import { wordsBeside } from '../email/email-name'
import { addClientsPath, editPath, emailPath, inboxPath, messagePath } from '../email/email-paths'
import { isOpen, secondsLeft } from '../email/is-open'
import { NameOfEmail } from '../email/name-of-email'
import { Moment } from '../views/moment'
import type { GridTexts } from './grid-texts'

interface TitleProps {
  email: ApiEmail
  hasTiles: boolean
  language: Language
  texts: GridTexts
  now: Date
}

export function EmailTitle({ email, hasTiles, language, texts, now }: TitleProps): ReactNode {
  return (
    <div className="title">
      <div>
        <h1>
          <NameOfEmail email={email} language={language} />
        </h1>
        {wordsBeside(email) !== null && (
          <p className="muted one-line">
            <bdi>{wordsBeside(email)}</bdi>
          </p>
        )}
        <p className="muted">
          {email.reference !== null && (
            <>
              <bdi className="ref">{email.reference}</bdi>{' '}
            </>
          )}
          {email.inbox !== null && (
            <>
              <a href={inboxPath(email.inbox)}>
                <bdi className="ref">{email.inbox}</bdi>
              </a>{' '}
            </>
          )}
          {email.from_address !== null && (
            <>
              {texts.from} <bdi>{email.from_address}</bdi>
              {' · '}
            </>
          )}
          <Moment language={language} at={email.created_at} now={now} />
          {' · '}
          {isOpen(email, now)
            ? texts.sourceKept({ left: formatTimeLeft(language, secondsLeft(email, now)) })
            : texts.erased}
          {email.revision_of !== null && (
            <>
              {' · '}
              <a href={emailPath(email.revision_of)}>{texts.revisionOf}</a>
            </>
          )}
        </p>
      </div>
      <Actions email={email} hasTiles={hasTiles} language={language} texts={texts} now={now} />
    </div>
  )
}

/** Where there is little room, all but three fold away. */
function Actions({ email, hasTiles, language, texts, now }: TitleProps): ReactNode {
  const path = emailPath(email.email_guid)
  const link = (href: string, text: string): ReactNode => (
    <a className="button" href={href}>
      {text}
    </a>
  )
  return (
    <div className="actions head-actions">
      {isOpen(email, now) && (
        <>
          <ChecksLink path={path} language={language} />
          {link(`${path}/redraw`, texts.redraw)}
        </>
      )}
      <a className="button primary" href={`${path}/shares`}>
        {texts.share}
      </a>
      <details>
        <summary className="button">{texts.more}</summary>
        {isOpen(email, now) && (
          <>
            {link(`${path}/source`, texts.source)}
            {email.inbox !== null && link(messagePath(email.email_guid), texts.message)}
            {/* Without tiles, the page itself has this button. */}
            {hasTiles && link(addClientsPath(email.email_guid), texts.addClients)}
          </>
        )}
        {link(editPath(email.email_guid), texts.edit)}
        <a className="button" href={`${path}/export.zip`} download="">
          {texts.export}
        </a>
      </details>
    </div>
  )
}

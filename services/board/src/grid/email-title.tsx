import { formatTimeLeft, type Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { ApiEmail } from '../api/schema'
import { ChecksLink } from '../checks/checks-link'
import { emailName, wordsBeside } from '../email/email-name'
import { addClientsPath, editPath, emailPath } from '../email/email-paths'
import { isOpen, secondsLeft } from '../email/is-open'
import { Moment } from '../views/moment'
import type { GridTexts } from './grid-texts'

interface TitleProps {
  email: ApiEmail
  language: Language
  texts: GridTexts
  now: Date
}

export function EmailTitle({ email, language, texts, now }: TitleProps): ReactNode {
  const path = emailPath(email.email_guid)
  const { waiting, captured, failed } = email.counts
  return (
    <div className="title">
      <div>
        <h1>
          <bdi>{emailName(email, language)}</bdi>
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
      <div className="actions">
        {isOpen(email, now) && (
          <>
            {/* Without previews, the page itself has this button. */}
            {waiting + captured + failed > 0 && (
              <a className="button" href={addClientsPath(email.email_guid)}>
                {texts.addClients}
              </a>
            )}
            <ChecksLink path={path} language={language} />
            <a className="button" href={`${path}/source`}>
              {texts.source}
            </a>
            <a className="button" href={`${path}/redraw`}>
              {texts.redraw}
            </a>
          </>
        )}
        <a className="button" href={editPath(email.email_guid)}>
          {texts.edit}
        </a>
        <a className="button" href={`${path}/export.zip`} download="">
          {texts.export}
        </a>
        <a className="button primary" href={`${path}/shares`}>
          {texts.share}
        </a>
      </div>
    </div>
  )
}

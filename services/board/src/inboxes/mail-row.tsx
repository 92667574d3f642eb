import type { Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { ApiEmail } from '../api/schema'
import { emailPath } from '../email/email-paths'
import { NameOfEmail } from '../email/name-of-email'
import { Moment } from '../views/moment'
import type { InboxesTexts } from './inboxes-texts'

export function MailRow({
  email,
  texts,
  language,
  now,
}: {
  email: ApiEmail
  texts: InboxesTexts
  language: Language
  now: Date
}): ReactNode {
  const { email_guid: guid, from_address: from, recipients, unread, created_at: createdAt } = email
  return (
    <li id={`mail-${guid}`}>
      <a href={emailPath(guid)} className={unread ? 'unread' : undefined}>
        {unread && <span className="seen-by-readers-only">{`${texts.unreadMail} `}</span>}
        <bdi className="from">{from ?? texts.noSender}</bdi>
        <span className="subject">
          <NameOfEmail email={email} language={language} />
        </span>
        <span className="to muted">
          {recipients.length > 0 && (
            <>
              {texts.to} <bdi>{recipients.slice(0, maxRecipients).join(', ')}</bdi>
              {recipients.length > maxRecipients && ` +${recipients.length - maxRecipients}`}
            </>
          )}
        </span>
        <span className="when muted">
          <Moment language={language} at={createdAt} now={now} />
        </span>
      </a>
    </li>
  )
}

const maxRecipients = 3

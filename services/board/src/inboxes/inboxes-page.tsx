import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { languageOf, type Language } from '@pas/pages/languages'
import type { HostAndPort } from '@pas/settings/value-schemas'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ApiEmailList, ApiInbox } from '../api/schema'
import { inboxPath } from '../email/email-paths'
import { sendPage } from '../views/page'
import { withQuery } from '../with-query'
import { InboxList, newsOf } from '../inbox-list/inbox-list'
import { HowToSend } from './how-to-send'
import { inboxesTexts, type InboxesTexts } from './inboxes-texts'
import { MailRow } from './mail-row'

export interface InboxesPage {
  inboxes: readonly ApiInbox[]
  /** Whose mail is shown; null: how to send mail is. */
  inbox: string | null
  mails: ApiEmailList
  isFirstPage: boolean
  /** Where the page's script asks for more; null where nothing new is shown. */
  newsPath: string | null
  smtpAddress: HostAndPort | null
  now: Date
}

/** The user name in recipes before there is an inbox. */
const exampleInbox = 'my-app'

export function sendInboxesPage(res: Response, page: InboxesPage): void {
  const language = languageOf(res.req)
  const texts = inboxesTexts[language]
  const { inbox, newsPath } = page
  sendPage(
    res,
    { title: inbox === null ? texts.title : `${inbox} · ${texts.title}`, scripts: ['/assets/inboxes.js'] },
    <div
      className="inboxes"
      id="inboxes"
      {...newsOf(newsPath, language)}
      data-came={texts.came({ number: '{number}' })}
    >
      <InboxList inboxes={page.inboxes} current={inbox} isLive={newsPath !== null} language={language} />
      <section id="mail" aria-labelledby="inbox">
        <div className="title">
          <h1 id="inbox">{inbox === null ? texts.title : <bdi>{inbox}</bdi>}</h1>
          <TestMail res={res} inbox={inbox ?? exampleInbox} texts={texts} />
        </div>
        <Mails res={res} page={page} texts={texts} language={language} />
      </section>
      <p className="seen-by-readers-only" id="came" role="status" />
    </div>,
  )
}

const TestMail = ({
  res,
  inbox,
  texts,
}: {
  res: Response
  inbox: string
  texts: InboxesTexts
}): ReactNode => (
  <form className="actions" method="post" action="/inboxes/test-mail">
    <FormToken value={formTokenOf(res)} />
    <input type="hidden" name="inbox" value={inbox} />
    <button title={texts.testMailHint}>{texts.testMail}</button>
  </form>
)

function Mails({
  res,
  page: { inbox, mails, isFirstPage, smtpAddress, now },
  texts,
  language,
}: {
  res: Response
  page: InboxesPage
  texts: InboxesTexts
  language: Language
}): ReactNode {
  const { emails, next } = mails
  if (inbox === null || emails.length === 0)
    return (
      <>
        {inbox !== null && <p>{texts.empty}</p>}
        <HowToSend res={res} address={smtpAddress} inbox={inbox ?? exampleInbox} language={language} />
        <p className="hint">{texts.testMailHint}</p>
      </>
    )
  return (
    <>
      <ul className="mails" id="mails">
        {emails.map((email) => (
          <MailRow key={email.email_guid} email={email} texts={texts} language={language} now={now} />
        ))}
      </ul>
      <p className="actions">
        {!isFirstPage && (
          <a className="button" href={inboxPath(inbox)}>
            {texts.newest}
          </a>
        )}
        {next !== undefined && (
          <a className="button" href={withQuery('/inboxes', { inbox, before: next })}>
            {texts.older}
          </a>
        )}
      </p>
    </>
  )
}

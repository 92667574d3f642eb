import { chooserScript } from '@pas/pages/chooser/email-client-chooser'
import { formTokenOf } from '@pas/pages/form-token'
import { formatNumber, languageOf, type Language } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ApiEmail, ApiEmailList, ApiInbox } from '../api/schema'
import { emailName, wordsBeside } from '../email/email-name'
import { editPath, emailPath } from '../email/email-paths'
import { NameOfEmail } from '../email/name-of-email'
import { InboxList, newsOf } from '../inbox-list/inbox-list'
import { Moment } from '../views/moment'
import { sendPage } from '../views/page'
import { withQuery } from '../with-query'
import type { ClientChoices } from './clients-field'
import type { FormProblem } from './email-form'
import { homeTexts } from './home-texts'
import { NewEmailForm, type FilledForm } from './new-email-form'

export interface HomePage {
  form: FilledForm
  problem: FormProblem | null
  choices: ClientChoices
  emails: ApiEmailList
  inboxes: readonly ApiInbox[]
  /** Null where nothing new is shown. */
  newsPath: string | null
  isDeleted: boolean
  search: string
  now: Date
}

type HomeTexts = (typeof homeTexts)[Language]

export function sendHomePage(res: Response, page: HomePage): void {
  const language = languageOf(res.req)
  const texts = homeTexts[language]
  sendPage(
    res,
    { title: texts.title, status: page.problem?.status ?? 200, scripts: [chooserScript, '/assets/home.js'] },
    <div className="home">
      <section aria-labelledby="new">
        <h1 id="new">{texts.heading}</h1>
        <NewEmailForm
          form={page.form}
          problem={page.problem}
          choices={page.choices}
          formToken={formTokenOf(res)}
          language={language}
        />
      </section>
      <section aria-labelledby="recent">
        <div className="bar-with-search">
          <h2 id="recent">{texts.recent}</h2>
          <form role="search" action="/">
            <input
              type="search"
              name="search"
              defaultValue={page.search}
              maxLength={100}
              placeholder={texts.findEmail}
              aria-label={texts.findEmail}
            />
            <button>{texts.find}</button>
          </form>
        </div>
        {page.isDeleted && (
          <p className="notice" role="status">
            {texts.deletedNotice}
          </p>
        )}
        <WithInboxes page={page} language={language}>
          <EmailList page={page} language={language} texts={texts} />
        </WithInboxes>
      </section>
    </div>,
  )
}

function WithInboxes({
  page: { inboxes, newsPath },
  language,
  children,
}: {
  page: HomePage
  language: Language
  children: ReactNode
}): ReactNode {
  if (inboxes.length === 0) return children
  return (
    <div className="inboxes" id="inboxes" {...newsOf(newsPath, language)}>
      <InboxList inboxes={inboxes} isLive={newsPath !== null} language={language} />
      <div>{children}</div>
    </div>
  )
}

function EmailList({
  page: { emails, search, now },
  language,
  texts,
}: {
  page: HomePage
  language: Language
  texts: HomeTexts
}): ReactNode {
  // A search looks through some emails at a time, and may go on with older ones.
  const noneFound = emails.next === undefined ? texts.noneFound : texts.noneFoundYet
  return (
    <>
      {search !== '' && (
        <p>
          <bdi className="ref">{search}</bdi> <a href="/">{texts.everyEmail}</a>
        </p>
      )}
      {emails.emails.length === 0 && <p className="nothing">{search === '' ? texts.noneYet : noneFound}</p>}
      <ul className="rows" id="emails">
        {emails.emails.map((email) => (
          <EmailRow key={email.email_guid} email={email} language={language} texts={texts} now={now} />
        ))}
      </ul>
      {emails.next !== undefined && (
        <p>
          <a
            className="button"
            href={withQuery('/', { search: search === '' ? undefined : search, before: emails.next })}
          >
            {texts.older}
          </a>
        </p>
      )}
    </>
  )
}

function EmailRow({
  email,
  language,
  texts,
  now,
}: {
  email: ApiEmail
  language: Language
  texts: HomeTexts
  now: Date
}): ReactNode {
  const { email_guid: guid, inbox, reference, created_at: createdAt, counts } = email
  const words = wordsBeside(email)
  const number = (value: number): { number: string } => ({ number: formatNumber(language, value) })
  return (
    <li id={`email-${guid}`}>
      <a href={emailPath(guid)}>
        <span className="thumb">
          {counts.captured > 0 && (
            <img src={`${emailPath(guid)}/thumb`} width="120" height="90" loading="lazy" alt="" />
          )}
        </span>
        <span>
          <span className="one-line">
            <strong>
              <NameOfEmail email={email} language={language} />
            </strong>
            {words !== null && (
              <span className="muted">
                {' '}
                <bdi>{words}</bdi>
              </span>
            )}
          </span>
          <span className="muted">
            {inbox !== null && (
              <>
                <bdi className="ref">{inbox}</bdi>{' '}
              </>
            )}
            {reference !== null && (
              <>
                <bdi className="ref">{reference}</bdi>{' '}
              </>
            )}
            <Moment language={language} at={createdAt} now={now} />
          </span>
        </span>
        <span className="muted numbers">
          {texts.drawn(number(counts.captured))}
          {counts.waiting > 0 && (
            <>
              <br />
              {texts.waiting(number(counts.waiting))}
            </>
          )}
          {counts.failed > 0 && (
            <>
              <br />
              <span className="bad">{texts.failed(number(counts.failed))}</span>
            </>
          )}
        </span>
      </a>
      <a
        className="edit"
        href={editPath(guid)}
        aria-label={texts.editLabel({ name: emailName(email, language) })}
      >
        {texts.edit}
      </a>
    </li>
  )
}

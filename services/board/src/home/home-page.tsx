import { chooserScript, EmailClientChooser } from '@pas/pages/chooser/email-client-chooser'
import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { formatNumber, languageOf, type Language } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ApiClientSet, ApiEmail, ApiEmailList } from '../api/schema'
import { emailPath } from '../grid/email-paths'
import { gridTexts } from '../grid/grid-texts'
import type { EmailClients } from '../grid/tiles'
import { Moment } from '../views/moment'
import { sendPage } from '../views/page'
import type { EmailForm, FormProblem } from './email-form'
import { homeTexts } from './home-texts'

/** Which email clients a new email is drawn in. */
export const clientChoices = ['mine', 'popular', 'all', 'ticked'] as const
/** See `clientChoices`; or the id of one of the user's sets. */
export type ClientChoice = (typeof clientChoices)[number] | `set:${number}`

/** What the form shows: after a refusal, what was typed before. */
export interface FilledForm extends EmailForm {
  choice: ClientChoice
  ticked: readonly string[]
}

/** What the first page shows. */
export interface HomePage {
  form: FilledForm
  problem: FormProblem | null
  /** Those that can be drawn at the moment. */
  emailClients: EmailClients
  /** Codes of the popular set. */
  popular: readonly string[]
  /** The user's sets. */
  sets: readonly ApiClientSet[]
  /** How many of `emailClients` each choice stands for. */
  numbers: Readonly<Record<Exclude<ClientChoice, 'ticked'>, number>>
  /** The page on which the user chooses their email clients, and names sets. */
  settingsUrl: string
  emails: ApiEmailList
  /** The reference that emails were looked up by; empty for all. */
  reference: string
  now: Date
}

type HomeTexts = (typeof homeTexts)[Language]

/** Sends the first page: a form for a new email, and the recent emails. */
export function sendHomePage(res: Response, page: HomePage): void {
  const language = languageOf(res.req)
  const texts = homeTexts[language]
  sendPage(
    res,
    { title: texts.title, status: page.problem?.status ?? 200, scripts: [chooserScript, '/assets/home.js'] },
    <div className="home">
      <section aria-labelledby="new">
        <h1 id="new">{texts.heading}</h1>
        <NewEmailForm page={page} formToken={formTokenOf(res)} language={language} texts={texts} />
      </section>
      <section aria-labelledby="recent">
        <div className="bar-with-search">
          <h1 id="recent">{texts.recent}</h1>
          <form role="search" action="/">
            <input
              type="search"
              name="reference"
              defaultValue={page.reference}
              maxLength={128}
              placeholder={texts.findByReference}
              aria-label={texts.findByReference}
            />
            <button>{texts.find}</button>
          </form>
        </div>
        <EmailList page={page} language={language} texts={texts} />
      </section>
    </div>,
  )
}

function NewEmailForm({
  page: { form, problem, emailClients, popular, sets, numbers, settingsUrl },
  formToken,
  language,
  texts,
}: {
  page: HomePage
  formToken: string
  language: Language
  texts: HomeTexts
}): ReactNode {
  const problemAt = (field: FormProblem['field']): string | null =>
    problem?.field === field ? problem.textIn(language) : null
  const radio = { chosen: form.choice, numbers, language }
  return (
    <form
      className="drop"
      id="new-email"
      method="post"
      action="/emails"
      encType="multipart/form-data"
      data-too-long={texts.tooLong({ size: null })}
      data-empty={texts.empty}
    >
      <FormToken value={formToken} />
      <Problem id="form-problem" text={problemAt('form')} />
      <div className="field">
        <label htmlFor="source">{texts.source}</label>
        <textarea
          id="source"
          name="source"
          rows={12}
          spellCheck={false}
          placeholder={texts.sourcePlaceholder}
          defaultValue={leadingBreakKept(form.source)}
          aria-invalid={problemAt('source') !== null || undefined}
          aria-describedby="source-problem"
        />
        <Problem id="source-problem" text={problemAt('source')} />
      </div>
      <div className="field">
        <label htmlFor="file">
          {texts.file} <span className="hint">{texts.fileHint}</span>
        </label>
        <input type="file" id="file" name="file" accept=".html,.htm,.eml,text/html,message/rfc822" />
      </div>
      <div className="two">
        <div className="field">
          <label htmlFor="subject">{texts.subject}</label>
          <input
            type="text"
            id="subject"
            name="subject"
            defaultValue={form.subject}
            maxLength={998}
            dir="auto"
          />
        </div>
        <div className="field">
          <label htmlFor="reference">{texts.reference}</label>
          <input
            type="text"
            id="reference"
            name="reference"
            defaultValue={form.reference}
            maxLength={128}
            dir="auto"
            title={texts.referenceHint}
            aria-describedby="reference-problem"
          />
          <Problem id="reference-problem" text={problemAt('reference')} />
        </div>
      </div>
      <fieldset>
        <legend>{texts.clients}</legend>
        <Problem id="client-problem" text={problemAt('client')} />
        <div className="radios">
          <Choice {...radio} choice="mine" name={texts.choices.mine}>
            <a href={settingsUrl}>{texts.change}</a>
          </Choice>
          <Choice {...radio} choice="popular" name={texts.choices.popular} />
          {sets.map(({ id, name }) => (
            <Choice {...radio} key={id} choice={`set:${id}`} name={name} />
          ))}
          <Choice {...radio} choice="all" name={texts.choices.all} />
          <Choice {...radio} choice="ticked" name={texts.choices.ticked} />
        </div>
        <details open={form.choice === 'ticked'} id="ticks">
          <summary className="hint">
            {texts.tick}
            {/* No `output`, at which a click would not open the summary. */}
            <span className="count" data-chooser-count="" hidden />
          </summary>
          <EmailClientChooser
            language={language}
            field="client"
            emailClients={Object.entries(emailClients).map(([code, emailClient]) => ({
              code,
              ...emailClient,
            }))}
            popular={popular}
            ticked={form.ticked}
            sets={sets}
          />
        </details>
      </fieldset>
      <div className="actions">
        <button className="primary" title={texts.drawKeys}>
          {texts.draw}
        </button>
        <button name="testCard" value="1" title={texts.testCardHint} data-without-source>
          {texts.testCard}
        </button>
        <a href="/test-card.eml" download>
          {texts.testCardFile}
        </a>
      </div>
    </form>
  )
}

/** The radio button of a choice, how many email clients it stands for, and `children` beside it. */
const Choice = ({
  choice,
  name,
  chosen,
  numbers,
  language,
  children,
}: {
  choice: ClientChoice
  name: string
  chosen: ClientChoice
  numbers: HomePage['numbers']
  language: Language
  children?: ReactNode
}): ReactNode => (
  <span>
    <label>
      <input type="radio" name="choice" value={choice} defaultChecked={choice === chosen} />
      <bdi>{name}</bdi>
      {choice !== 'ticked' && <span className="count">{formatNumber(language, numbers[choice] ?? 0)}</span>}
    </label>{' '}
    {children}
  </span>
)

/** A refusal beside its field. Without a text it is an empty element, into which the page's script can write. */
export const Problem = ({ id, text }: { id: string; text: string | null }): ReactNode => (
  <span className="bad" id={id} role={text === null ? undefined : 'alert'}>
    {text}
  </span>
)

/** A text for a textarea, of whose content browsers drop a leading line break (HTML §4.10.11): adds another one. */
export const leadingBreakKept = (text: string): string => (text.startsWith('\n') ? `\n${text}` : text)

function EmailList({
  page: { emails, reference, now },
  language,
  texts,
}: {
  page: HomePage
  language: Language
  texts: HomeTexts
}): ReactNode {
  const older = new URLSearchParams({ ...(reference !== '' && { reference }), before: emails.next ?? '' })
  return (
    <>
      {reference !== '' && (
        <p>
          <bdi className="ref">{reference}</bdi> <a href="/">{texts.everyEmail}</a>
        </p>
      )}
      {emails.emails.length === 0 && (
        <p className="nothing">{reference === '' ? texts.noneYet : texts.noneFound}</p>
      )}
      <ul className="rows">
        {emails.emails.map((email) => (
          <EmailRow key={email.email_guid} email={email} language={language} texts={texts} now={now} />
        ))}
      </ul>
      {emails.next !== undefined && (
        <p>
          <a className="button" href={`/?${older.toString()}`}>
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
  const { email_guid: guid, subject, reference, created_at: createdAt, counts } = email
  const number = (value: number): { number: string } => ({ number: formatNumber(language, value) })
  return (
    <li>
      <a href={emailPath(guid)}>
        <span className="thumb">
          {counts.captured > 0 && (
            <img src={`${emailPath(guid)}/thumb`} width="120" height="90" loading="lazy" alt="" />
          )}
        </span>
        <span>
          <strong>
            <bdi>{subject ?? gridTexts[language].untitled}</bdi>
          </strong>
          <span className="muted">
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
    </li>
  )
}

import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { formatNumber, languageOf, type Language } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ApiEmail, ApiEmailList } from '../api/schema'
import { emailPath } from '../grid/email-paths'
import { gridTexts } from '../grid/grid-texts'
import { byName, families, familyOf, type EmailClients } from '../grid/tiles'
import { FileField } from '../views/file-field'
import { Moment } from '../views/moment'
import { sendPage } from '../views/page'
import type { EmailForm, FormProblem } from './email-form'
import { homeTexts } from './home-texts'

/** Which email clients a new email is drawn in. */
export const clientChoices = ['mine', 'popular', 'all', 'ticked'] as const
/** See `clientChoices`. */
export type ClientChoice = (typeof clientChoices)[number]

/** What the form shows: after a refusal, what was typed before. */
export interface FilledForm extends EmailForm {
  choice: ClientChoice
  ticked: readonly string[]
}

/** What the first page shows. */
export interface HomePage {
  form: FilledForm
  problem: FormProblem | null
  emailClients: EmailClients
  /** How many email clients each choice stands for. */
  numbers: Readonly<Record<Exclude<ClientChoice, 'ticked'>, number>>
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
    { title: texts.title, status: page.problem?.status ?? 200, scripts: ['/assets/home.js'] },
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
  page: { form, problem, emailClients, numbers },
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
        <FileField
          id="file"
          name="file"
          accept=".html,.htm,.eml,text/html,message/rfc822"
          language={language}
        />
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
          {clientChoices.map((choice) => (
            <label key={choice}>
              <input type="radio" name="choice" value={choice} defaultChecked={choice === form.choice} />
              {texts.choices[choice]}
              {choice !== 'ticked' && (
                <span className="count">{formatNumber(language, numbers[choice])}</span>
              )}
            </label>
          ))}
        </div>
        <details open={form.choice === 'ticked'} id="ticks">
          <summary className="hint">{texts.tick}</summary>
          <Ticks emailClients={emailClients} ticked={form.ticked} language={language} />
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

/** A refusal beside its field. Without a text it is an empty element, into which the page's script can write. */
export const Problem = ({ id, text }: { id: string; text: string | null }): ReactNode => (
  <span className="bad" id={id} role={text === null ? undefined : 'alert'}>
    {text}
  </span>
)

/** A text for a textarea, of whose content browsers drop a leading line break (HTML §4.10.11): adds another one. */
export const leadingBreakKept = (text: string): string => (text.startsWith('\n') ? `\n${text}` : text)

/** A check box for every email client that can be drawn, by kind. */
function Ticks({
  emailClients,
  ticked,
  language,
}: {
  emailClients: EmailClients
  ticked: readonly string[]
  language: Language
}): ReactNode {
  const texts = gridTexts[language]
  const available = Object.entries(emailClients)
    .filter(([, { status }]) => status === 'normal')
    .map(([code, emailClient]) => ({ code, ...emailClient }))
    .sort(byName)
  return (
    <div className="ticks">
      {families.map((family) => {
        const ofFamily = available.filter((emailClient) => familyOf(emailClient) === family)
        if (ofFamily.length === 0) return null
        return (
          <div key={family} role="group" aria-label={texts.families[family]}>
            <h2>{texts.families[family]}</h2>
            <ul>
              {ofFamily.map(({ code, name, platform }) => (
                <li key={code}>
                  <label>
                    <input
                      type="checkbox"
                      name="client"
                      value={code}
                      defaultChecked={ticked.includes(code)}
                    />
                    {`${name} · ${platform}`}
                  </label>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </div>
  )
}

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

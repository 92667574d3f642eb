import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { formatNumber, languageOf, type Language } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ApiEmail, ApiShare } from '../api/schema'
import { BelowEmailTitle } from '../email/below-email-title'
import { editPath, emailPath } from '../email/email-paths'
import { emailTexts } from '../email/email-texts'
import type { FormProblem } from '../home/email-form'
import { homeTexts } from '../home/home-texts'
import { Problem } from '../home/problem'
import { sharesTexts } from '../shares/shares-texts'
import { Moment } from '../views/moment'
import { sendPage } from '../views/page'
import { editTexts } from './edit-texts'

/** The email's names, or what was typed, after a refusal. */
export interface FilledEditForm {
  label: string
  reference: string
}

export interface EditPage {
  email: ApiEmail
  form: FilledEditForm
  /** Share links that end with the email. `areMore`: there are more than these. */
  links: { shown: readonly ApiShare[]; areMore: boolean }
  problem: FormProblem | null
  now: Date
}

export function sendEditPage(res: Response, { email, form, links, problem, now }: EditPage): void {
  const language = languageOf(res.req)
  const texts = editTexts[language]
  const title = emailTexts[language].edit
  const formToken = formTokenOf(res)
  const problemAt = (field: FormProblem['field']): string | null =>
    problem?.field === field ? problem.textIn(language) : null
  sendPage(
    res,
    { title, status: problem?.status ?? 200 },
    <>
      <div className="title">
        <BelowEmailTitle email={email} heading={title} language={language} />
      </div>
      <form className="edit-email" method="post" action={editPath(email.email_guid)}>
        <FormToken value={formToken} />
        <Problem id="form-problem" text={problemAt('form')} />
        <div className="two">
          <NameField
            name="label"
            label={texts.label}
            hint={texts.labelHint}
            value={form.label}
            problem={problemAt('label')}
          />
          <NameField
            name="reference"
            label={homeTexts[language].reference}
            hint={homeTexts[language].referenceHint}
            value={form.reference}
            problem={problemAt('reference')}
          />
        </div>
        <div className="actions">
          <button className="primary">{texts.save}</button>
        </div>
      </form>
      <DeleteSection email={email} links={links} now={now} formToken={formToken} language={language} />
    </>,
  )
}

function NameField({
  name,
  label,
  hint,
  value,
  problem,
}: {
  name: keyof FilledEditForm
  label: string
  hint: string
  value: string
  problem: string | null
}): ReactNode {
  return (
    <div className="field">
      <label htmlFor={name}>
        {label} <span className="hint">{hint}</span>
      </label>
      <input
        type="text"
        id={name}
        name={name}
        defaultValue={value}
        maxLength={128}
        dir="auto"
        aria-invalid={problem !== null || undefined}
        aria-describedby={`${name}-problem`}
      />
      <Problem id={`${name}-problem`} text={problem} />
    </div>
  )
}

function DeleteSection({
  email,
  links,
  now,
  formToken,
  language,
}: {
  email: ApiEmail
  links: EditPage['links']
  now: Date
  formToken: string
  language: Language
}): ReactNode {
  const texts = editTexts[language]
  const number = (value: number): { number: string } => ({ number: formatNumber(language, value) })
  return (
    <section aria-labelledby="delete">
      <h2 id="delete">{texts.deleteHeading}</h2>
      <p>{texts.goes(number(email.counts.captured))}</p>
      {links.shown.length > 0 && (
        <>
          <p>{links.areMore ? texts.linksAmong : texts.links(number(links.shown.length))}</p>
          <ul>
            {links.shown.map((share) => (
              <li key={share.share_id}>
                <bdi>{share.label ?? sharesTexts[language].noLabel}</bdi>{' '}
                <span className="muted">
                  {sharesTexts[language].expires}{' '}
                  <Moment language={language} at={share.expires_at} now={now} />
                  {` · ${sharesTexts[language].views(number(share.views))}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {links.shown.length === 0 && links.areMore && <p>{texts.linksAmong}</p>}
      <p>{texts.forGood}</p>
      <form method="post" action={`${emailPath(email.email_guid)}/delete`}>
        <FormToken value={formToken} />
        <div className="actions">
          <button className="danger">{texts.delete}</button>
        </div>
      </form>
    </section>
  )
}

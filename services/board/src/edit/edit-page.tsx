import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { formatNumber, languageOf } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ApiEmail, ApiShare } from '../api/schema'
import { emailName } from '../grid/email-name'
import { editPath, emailPath } from '../grid/email-paths'
import { gridTexts } from '../grid/grid-texts'
import type { FormProblem } from '../home/email-form'
import { Problem } from '../home/problem'
import { homeTexts } from '../home/home-texts'
import { redrawTexts } from '../redraw/redraw-texts'
import { sharesTexts } from '../shares/shares-texts'
import { Moment } from '../views/moment'
import { sendPage } from '../views/page'
import { editTexts } from './edit-texts'

/** What the form shows: after a refusal, what was typed before. */
export interface FilledEditForm {
  label: string
  reference: string
}

/** What the page on which an email is named or deleted shows. */
export interface EditPage {
  email: ApiEmail
  form: FilledEditForm
  /** The share links that deleting the email ends, and whether there are more than are listed. */
  links: { shown: readonly ApiShare[]; areMore: boolean }
  problem: FormProblem | null
  now: Date
}

/** Sends the page on which an email is named or deleted. */
export function sendEditPage(res: Response, { email, form, links, problem, now }: EditPage): void {
  const language = languageOf(res.req)
  const texts = editTexts[language]
  const title = gridTexts[language].edit
  const path = emailPath(email.email_guid)
  const formToken = formTokenOf(res)
  const field = (name: 'label' | 'reference', label: string, hint: string): ReactNode => {
    const text = problem?.field === name ? problem.textIn(language) : null
    return (
      <div className="field">
        <label htmlFor={name}>
          {label} <span className="hint">{hint}</span>
        </label>
        <input
          type="text"
          id={name}
          name={name}
          defaultValue={form[name]}
          maxLength={128}
          dir="auto"
          aria-invalid={text !== null || undefined}
          aria-describedby={`${name}-problem`}
        />
        <Problem id={`${name}-problem`} text={text} />
      </div>
    )
  }
  const number = (value: number): { number: string } => ({ number: formatNumber(language, value) })
  sendPage(
    res,
    { title, status: problem?.status ?? 200 },
    <>
      <div className="title">
        <div>
          <a id="back" href={path}>
            {'← '}
            {redrawTexts[language].back}
          </a>
          <h1>{title}</h1>
          <p className="muted">
            <bdi>{emailName(email, language)}</bdi>
          </p>
        </div>
      </div>
      <form className="edit-email" method="post" action={editPath(email.email_guid)}>
        <FormToken value={formToken} />
        <Problem id="form-problem" text={problem?.field === 'form' ? problem.textIn(language) : null} />
        <div className="two">
          {field('label', texts.label, texts.labelHint)}
          {field('reference', homeTexts[language].reference, homeTexts[language].referenceHint)}
        </div>
        <div className="actions">
          <button className="primary">{texts.save}</button>
        </div>
      </form>
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
        <form method="post" action={`${path}/delete`}>
          <FormToken value={formToken} />
          <div className="actions">
            <button className="danger">{texts.delete}</button>
          </div>
        </form>
      </section>
    </>,
  )
}

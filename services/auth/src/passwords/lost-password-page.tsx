import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { languageOf } from '@pas/pages/languages'
import { Sentence } from '@pas/pages/sentence'
import type { Response } from 'express'
import { EmailAddressField } from '../views/field'
import { Outcome } from '../views/outcome'
import { sendPage } from '../views/page'
import { lostPasswordTexts } from './lost-password-texts'

export function sendLostPasswordPage(
  res: Response,
  { email = '', error = null, status = 200 }: { email?: string; error?: string | null; status?: number } = {},
): void {
  const texts = lostPasswordTexts[languageOf(res.req)]
  sendPage(
    res,
    { title: texts.title, status, narrow: true, navigation: false },
    <section className="card">
      <h1>{texts.title}</h1>
      <p>{texts.explanation}</p>
      <Outcome error={error} />
      <form method="post" action="/password/lost">
        <FormToken value={formTokenOf(res)} />
        <EmailAddressField
          label={texts.email}
          defaultValue={email}
          autoFocus
          {...(error !== null && { 'aria-invalid': true, 'aria-describedby': 'error' })}
        />
        <button className="wide">{texts.send}</button>
      </form>
      <p>
        <a href="/login">{texts.back}</a>
      </p>
    </section>,
  )
}

/** The same whether the address has a user or not. */
export function sendLinkSentPage(res: Response, { email }: { email: string }): void {
  const texts = lostPasswordTexts[languageOf(res.req)]
  sendPage(
    res,
    { title: texts.sentTitle, narrow: true, navigation: false },
    <section className="card">
      <h1>{texts.sentTitle}</h1>
      <p role="status">
        <Sentence text={texts.sent} elements={{ email: <strong>{email}</strong> }} />
      </p>
      <p className="hint">{texts.sentHint}</p>
      <p>
        <a href="/login">{texts.back}</a>
      </p>
    </section>,
  )
}

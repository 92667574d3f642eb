import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { languageOf } from '@pas/pages/languages'
import type { Response } from 'express'
import { NewPasswordFields } from '../passwords/new-password-fields'
import type { SignedInUser } from '../sessions/signed-in-user'
import { Field } from '../views/field'
import { Outcome } from '../views/outcome'
import { sendPage } from '../views/page'
import { passwordTexts } from './password-texts'

export interface PasswordPage {
  user: Pick<SignedInUser, 'email'>
  isSaved?: boolean
  error?: { field: 'old' | 'new'; text: string }
  status?: number
}

export function sendPasswordPage(
  res: Response,
  { user, isSaved = false, error, status = 200 }: PasswordPage,
): void {
  const language = languageOf(res.req)
  const texts = passwordTexts[language]
  sendPage(
    res,
    { title: texts.title, status, narrow: true },
    <section className="card">
      <h1>{texts.title}</h1>
      <p>{texts.explanation}</p>
      <Outcome notice={isSaved ? texts.saved : undefined} error={error?.text} />
      <form method="post" action="/settings/password">
        <FormToken value={formTokenOf(res)} />
        {/* Tells the browser's password store whose password this is. */}
        <input type="email" name="email" value={user.email} autoComplete="username" readOnly hidden />
        <Field
          label={texts.oldPassword}
          type="password"
          id="old-password"
          name="old_password"
          autoComplete="current-password"
          required
          autoFocus={error !== undefined}
          {...(error?.field === 'old' && { 'aria-invalid': true, 'aria-describedby': 'error' })}
        />
        <NewPasswordFields language={language} isFaulty={error?.field === 'new'} />
        <button>{texts.save}</button>
      </form>
    </section>,
  )
}

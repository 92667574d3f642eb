import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { languageOf } from '@pas/pages/languages'
import type { Response } from 'express'
import { sendPage } from '../views/page'
import { loginTexts } from './login-texts'
import { OpenidSignIn } from './openid-sign-in'

/** What the sign-in page shows. */
export interface LoginPage {
  /** The path to go to after signing in. */
  returnTo: string
  /** The e-mail address of the failed attempt, to be corrected. */
  email?: string
  /** A message of success. */
  notice?: string
  /** What failed, and what to do. */
  error?: string
  status?: number
}

/** Sends the sign-in page, which asks for an e-mail address and a password. */
export function sendLoginPage(
  res: Response,
  { returnTo, email = '', notice, error, status = 200 }: LoginPage,
): void {
  const language = languageOf(res.req)
  const texts = loginTexts[language]
  const { openid } = res.app.locals
  const fault = error !== undefined && { 'aria-invalid': true, 'aria-describedby': 'error' }
  sendPage(
    res,
    { title: texts.title, status, narrow: true, navigation: false },
    <section className="card">
      <h1>{texts.title}</h1>
      {notice && (
        <p className="notice" role="status">
          {notice}
        </p>
      )}
      {error && (
        <p className="error" role="alert" id="error">
          {error}
        </p>
      )}
      {!openid?.isOnly && (
        <form method="post" action="/login">
          <FormToken value={formTokenOf(res)} />
          <input type="hidden" name="return_to" value={returnTo} />
          <p className="field">
            <label htmlFor="email">{texts.email}</label>
            <input
              type="email"
              id="email"
              name="email"
              defaultValue={email}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              required
              autoFocus={email === ''}
              {...fault}
            />
          </p>
          <p className="field">
            <label htmlFor="password">{texts.password}</label>
            <input
              type="password"
              id="password"
              name="password"
              autoComplete="current-password"
              required
              autoFocus={email !== ''}
              {...fault}
            />
          </p>
          <button className="wide">{texts.signIn}</button>
        </form>
      )}
      {openid && (
        <OpenidSignIn openid={openid} returnTo={returnTo} formToken={formTokenOf(res)} language={language} />
      )}
      {!openid?.isOnly && <p className="hint">{texts.hint}</p>}
    </section>,
  )
}

import { FormToken, formTokenOf } from '@pas/pages/form-token'
import type { Response } from 'express'
import { sendPage } from '../views/page'

export interface LoginPage {
  returnTo: string
  /** What was typed before, to be corrected. */
  email?: string
  /** What went well. */
  notice?: string
  /** What did not, and what to do. */
  error?: string
  status?: number
}

/** E-mail address and password. */
export function sendLoginPage(
  res: Response,
  { returnTo, email = '', notice, error, status = 200 }: LoginPage,
): void {
  const fault = error !== undefined && { 'aria-invalid': true, 'aria-describedby': 'error' }
  sendPage(
    res,
    { title: 'Sign in', status, narrow: true, navigation: false },
    <section className="card">
      <h1>Sign in</h1>
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
      <form method="post" action="/login">
        <FormToken value={formTokenOf(res)} />
        <input type="hidden" name="return_to" value={returnTo} />
        <p className="field">
          <label htmlFor="email">E-mail address</label>
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
          <label htmlFor="password">Password</label>
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
        <button className="wide">Sign in</button>
      </form>
      <p className="hint">No account yet, or the password lost? Ask whoever runs this service for you.</p>
    </section>,
  )
}

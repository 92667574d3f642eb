import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { languageOf } from '@pas/pages/languages'
import type { Response } from 'express'
import { loginPath, shortPath } from '../login/return-to'
import { AppCodeField, Field } from '../views/field'
import { Outcome } from '../views/outcome'
import { sendPage } from '../views/page'
import { secondFactorTexts } from './second-factor-texts'

export interface SecondFactorPage {
  returnTo: string
  error?: string
  isRecoveryCode?: boolean
  status?: number
}

export function sendSecondFactorPage(
  res: Response,
  { returnTo, error, isRecoveryCode = false, status = 200 }: SecondFactorPage,
): void {
  const texts = secondFactorTexts[languageOf(res.req)]
  const fault = error !== undefined && { 'aria-invalid': true, 'aria-describedby': 'error' }
  sendPage(
    res,
    { title: texts.title, status, narrow: true, navigation: false },
    <section className="card">
      <h1>{texts.title}</h1>
      <Outcome error={error} />
      <p>{texts.intro}</p>
      <form method="post" action="/login/second-factor">
        <FormToken value={formTokenOf(res)} />
        <input type="hidden" name="return_to" value={returnTo} />
        <AppCodeField label={texts.code} autoFocus={!isRecoveryCode} {...(!isRecoveryCode && fault)} />
        <button className="wide">{texts.signIn}</button>
      </form>
      <details className="unfolding" open={isRecoveryCode}>
        <summary>{texts.noPhone}</summary>
        <form method="post" action="/login/second-factor">
          <FormToken value={formTokenOf(res)} />
          <input type="hidden" name="return_to" value={returnTo} />
          <Field
            label={texts.recoveryCode}
            type="text"
            id="recovery-code"
            name="recovery_code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            required
            autoFocus={isRecoveryCode}
            aria-describedby="recovery-hint"
            {...(isRecoveryCode && fault)}
          >
            <span className="hint" id="recovery-hint">
              {texts.recoveryHint}
            </span>
          </Field>
          <button className="wide secondary">{texts.useRecoveryCode}</button>
        </form>
        <p className="hint">{texts.lost}</p>
      </details>
      <p className="hint">
        <a href={loginPath(shortPath(returnTo))}>{texts.startAnew}</a>
      </p>
    </section>,
  )
}

import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { productOf } from '@pas/pages/product'
import { languageOf, type Language } from '@pas/pages/languages'
import { Sentence } from '@pas/pages/sentence'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ActiveApplication } from '../oauth/active-application'
import { EmailAddressField, Field } from '../views/field'
import { LanguageChoice } from '../views/language-choice'
import { Outcome } from '../views/outcome'
import { sendPage } from '../views/page'
import { loginTexts } from './login-texts'

interface OfferedOpenid {
  name: string
  isOnly: boolean
}

declare global {
  namespace Express {
    /** `createApp` sets these in `app.locals`. */
    interface Locals {
      sendsMail?: boolean
      openid?: OfferedOpenid | null
    }
  }
}

interface LoginPage {
  returnTo: string
  /** The application that requested `returnTo`. The operator's own is shown under the product's name. */
  application?: Pick<ActiveApplication, 'name' | 'firstParty'> | null
  email?: string
  notice?: string
  error?: string
  status?: number
}

export function sendLoginPage(
  res: Response,
  { returnTo, application, email = '', notice, error, status = 200 }: LoginPage,
): void {
  const language = languageOf(res.req)
  const texts = loginTexts[language]
  const { name: productName, supportUrl } = productOf(res)
  const { sendsMail, openid } = res.app.locals
  const fault = error !== undefined && { 'aria-invalid': true, 'aria-describedby': 'error' }
  sendPage(
    res,
    { title: texts.title, status, narrow: true, navigation: false },
    <>
      <section className="card">
        <h1>{texts.title}</h1>
        {application && (
          <p>
            <Sentence
              text={texts.continueTo}
              elements={{
                application: (
                  <strong>
                    <bdi>{application.firstParty ? productName : application.name}</bdi>
                  </strong>
                ),
              }}
            />
          </p>
        )}
        <Outcome notice={notice} error={error} />
        {!openid?.isOnly && (
          <form method="post" action="/login">
            <FormToken value={formTokenOf(res)} />
            <input type="hidden" name="return_to" value={returnTo} />
            <EmailAddressField label={texts.email} defaultValue={email} autoFocus={email === ''} {...fault} />
            <Field
              label={texts.password}
              type="password"
              id="password"
              name="password"
              autoComplete="current-password"
              required
              autoFocus={email !== ''}
              {...fault}
            />
            <button className="wide">{texts.signIn}</button>
          </form>
        )}
        {sendsMail && (
          <p>
            <a href="/password/lost">{texts.passwordLost}</a>
          </p>
        )}
        {openid && (
          <OpenidSignIn
            openid={openid}
            returnTo={returnTo}
            formToken={formTokenOf(res)}
            language={language}
          />
        )}
        {!openid?.isOnly && (
          <p className="hint">
            <Sentence
              text={sendsMail ? texts.noAccount : texts.noAccountOrPassword}
              elements={{
                people: supportUrl === null ? texts.people : <a href={supportUrl}>{texts.people}</a>,
              }}
            />
          </p>
        )}
      </section>
      <LanguageChoice res={res} action="/login/language" kept={{ return_to: returnTo }} />
    </>,
  )
}

function OpenidSignIn({
  openid: { name, isOnly },
  returnTo,
  formToken,
  language,
}: {
  openid: OfferedOpenid
  returnTo: string
  formToken: string
  language: Language
}): ReactNode {
  const texts = loginTexts[language]
  return (
    <form method="post" action="/login/openid">
      <FormToken value={formToken} />
      <input type="hidden" name="return_to" value={returnTo} />
      {!isOnly && <p className="or">{texts.or}</p>}
      <button className={isOnly ? 'wide' : 'wide secondary'}>{texts.signInWith({ name })}</button>
    </form>
  )
}

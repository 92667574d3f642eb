import { choosePasswordPath } from '@pas/mail/one-time-link-url'
import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { productOf } from '@pas/pages/product'
import { languageOf } from '@pas/pages/languages'
import { Sentence } from '@pas/pages/sentence'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { signedInUserOf } from '../sessions/signed-in-user'
import { Field } from '../views/field'
import { LanguageChoice } from '../views/language-choice'
import { Outcome } from '../views/outcome'
import { sendPage } from '../views/page'
import { StrongName } from '../views/person'
import type { ChoosingLink } from './choosing-link'
import { choosePasswordTexts } from './choose-password-texts'
import { NewPasswordFields } from './new-password-fields'

/** `typed`: what the reader typed before, as names of an invitation. */
export interface ChoosePasswordPage {
  link: ChoosingLink
  token: string
  typed?: { first_name: string; last_name: string }
  error?: { field: 'name' | 'password'; text: string }
}

export function sendChoosePasswordPage(
  res: Response,
  { link, token, typed, error }: ChoosePasswordPage,
): void {
  const language = languageOf(res.req)
  const texts = choosePasswordTexts[language]
  const { purpose, email } = link
  const elements = {
    email: <strong>{email}</strong>,
    product: productOf(res).name,
    account: link.purpose === 'invitation' && <StrongName text={link.accountName} />,
  }
  sendPage(
    res,
    { title: texts.title, status: error ? 400 : 200, narrow: true, navigation: false },
    <>
      <section className="card">
        <h1>{texts.title}</h1>
        {purpose !== 'reset' && (
          <p>
            <Sentence text={texts.about} elements={elements} />
          </p>
        )}
        <p>
          <Sentence text={texts[purpose]} elements={elements} />
        </p>
        <Outcome error={error?.text} />
        <form method="post" action={choosePasswordPath}>
          <FormToken value={formTokenOf(res)} />
          <input type="hidden" name="link" value={token} />
          {purpose === 'invitation' && (
            <NameFields texts={texts} typed={typed} isFaulty={error?.field === 'name'} />
          )}
          {/* Tells the browser's password store whose password this is. */}
          <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
          <NewPasswordFields
            language={language}
            isFaulty={error?.field === 'password'}
            autoFocus={purpose !== 'invitation'}
          />
          <button className="wide">{texts.save}</button>
        </form>
        {purpose === 'invitation' && <p className="hint">{texts.alreadyHere}</p>}
      </section>
      {!signedInUserOf(res) && (
        <LanguageChoice res={res} action={`${choosePasswordPath}/language`} kept={{ link: token }} />
      )}
    </>,
  )
}

const NameFields = ({
  texts,
  typed = { first_name: '', last_name: '' },
  isFaulty,
}: {
  texts: (typeof choosePasswordTexts)[keyof typeof choosePasswordTexts]
  typed?: ChoosePasswordPage['typed']
  isFaulty: boolean
}): ReactNode => (
  <>
    {(
      [
        ['first_name', texts.firstName, 'given-name'],
        ['last_name', texts.lastName, 'family-name'],
      ] as const
    ).map(([name, label, autoComplete]) => (
      <Field
        key={name}
        label={label}
        type="text"
        id={name}
        name={name}
        autoComplete={autoComplete}
        maxLength={200}
        defaultValue={typed[name]}
        autoFocus={name === 'first_name'}
        dir="auto"
        required
        {...(isFaulty && { 'aria-invalid': true, 'aria-describedby': 'error' })}
      />
    ))}
  </>
)

/** The same for a used, expired, replaced or made-up link, and for one of a disabled user. */
export function sendUnusableLinkPage(res: Response): void {
  const texts = choosePasswordTexts[languageOf(res.req)]
  const { supportUrl } = productOf(res)
  sendPage(
    res,
    { title: texts.unusableTitle, status: 410, narrow: true, navigation: false },
    <section className="card">
      <h1>{texts.unusableTitle}</h1>
      <p>{texts.unusable}</p>
      <p>
        <Sentence
          text={texts.askPeople}
          elements={{ people: supportUrl === null ? texts.people : <a href={supportUrl}>{texts.people}</a> }}
        />
      </p>
      <p className="actions">
        {res.app.locals.sendsMail && <a href="/password/lost">{texts.askAgain}</a>}
        <a href="/login">{texts.signIn}</a>
      </p>
    </section>,
  )
}

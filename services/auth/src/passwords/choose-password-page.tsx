import type { UsableLink } from '@pas/accounts/one-time-links'
import { choosePasswordPath } from '@pas/mail/one-time-link-url'
import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { productOf } from '@pas/pages/product'
import { languageOf } from '@pas/pages/languages'
import { Sentence } from '@pas/pages/sentence'
import type { Response } from 'express'
import { Outcome } from '../views/outcome'
import { sendPage } from '../views/page'
import { choosePasswordTexts } from './choose-password-texts'
import { NewPasswordFields } from './new-password-fields'

export function sendChoosePasswordPage(
  res: Response,
  { link, token, error = null }: { link: UsableLink; token: string; error?: string | null },
): void {
  const language = languageOf(res.req)
  const texts = choosePasswordTexts[language]
  sendPage(
    res,
    { title: texts.title, status: error === null ? 200 : 400, narrow: true, navigation: false },
    <section className="card">
      <h1>{texts.title}</h1>
      <p>
        <Sentence text={texts[link.purpose]} elements={{ email: <strong>{link.email}</strong> }} />
      </p>
      <Outcome error={error} />
      <form method="post" action={choosePasswordPath}>
        <FormToken value={formTokenOf(res)} />
        <input type="hidden" name="link" value={token} />
        {/* Tells the browser's password store whose password this is. */}
        <input type="email" name="email" value={link.email} autoComplete="username" readOnly hidden />
        <NewPasswordFields language={language} isFaulty={error !== null} autoFocus />
        <button className="wide">{texts.save}</button>
      </form>
    </section>,
  )
}

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

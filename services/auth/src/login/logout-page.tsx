import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { languageOf } from '@pas/pages/languages'
import { Sentence } from '@pas/pages/sentence'
import type { Response } from 'express'
import { nameOf, type SignedInUser } from '../sessions/signed-in-user'
import { sendPage } from '../views/page'
import { StrongName } from '../views/person'
import { logoutTexts } from './logout-texts'
import { home } from './return-to'

/** Following a link (a GET) must not sign out. */
export function sendLogoutPage(res: Response, user: SignedInUser): void {
  const texts = logoutTexts[languageOf(res.req)]
  const elements = { user: <StrongName text={nameOf(user)} />, email: user.email }
  sendPage(
    res,
    { title: texts.title, narrow: true, navigation: false },
    <section className="card">
      <h1>{texts.heading}</h1>
      <p>
        <Sentence text={texts.signedInAs} elements={elements} />
      </p>
      <form method="post" action="/logout" className="actions">
        <FormToken value={formTokenOf(res)} />
        <button>{texts.signOut}</button>
        <a href={home}>{texts.stay}</a>
      </form>
    </section>,
  )
}

import { productOf } from '@pas/pages/framed-page'
import { languageOf } from '@pas/pages/languages'
import { Sentence } from '@pas/pages/sentence'
import type { Response } from 'express'
import { sendPage } from '../views/page'
import { signInTexts } from './sign-in-texts'

/** Sends the page after signing out of the board. It says that the user may still be signed in at auth. */
export function sendSignedOutPage(res: Response, authUrl: string): void {
  const texts = signInTexts[languageOf(res.req)]
  sendPage(
    res,
    { title: texts.signedOutTitle, narrow: true },
    <section className="card">
      <h1>{texts.signedOutTitle}</h1>
      <p role="status">{texts.signedOut}</p>
      <p>
        <Sentence text={texts.stillSignedIn} elements={{ product: productOf(res).name }} />
      </p>
      <p className="actions">
        <a className="button" href="/signin">
          {texts.signInAgain}
        </a>
        <a href={`${authUrl}/logout`}>{texts.signOutThere}</a>
      </p>
    </section>,
  )
}

import { productOf } from '@pas/pages/product'
import { languageOf } from '@pas/pages/languages'
import { Sentence } from '@pas/pages/sentence'
import type { Response } from 'express'
import { sendPage } from '../views/page'
import { signInTexts } from './sign-in-texts'

/** `isHereOnly`: auth could not be reached to end its session; the page says so, and links to its sign-out. */
export function sendSignedOutPage(
  res: Response,
  { authUrl, isHereOnly }: { authUrl: string; isHereOnly: boolean },
): void {
  const texts = signInTexts[languageOf(res.req)]
  sendPage(
    res,
    { title: texts.signedOutTitle, narrow: true },
    <section className="card">
      <h1>{texts.signedOutTitle}</h1>
      <p role="status">
        <Sentence
          text={isHereOnly ? texts.signedOutHere : texts.signedOut}
          elements={{ product: productOf(res).name }}
        />
      </p>
      <p className="actions">
        <a className="button" href="/signin">
          {texts.signInAgain}
        </a>
        {isHereOnly && <a href={`${authUrl}/logout`}>{texts.signOutThere}</a>}
      </p>
    </section>,
  )
}

export function sendStartAgainPage(res: Response, reason: 'unknown' | 'refused' | 'denied'): void {
  const texts = signInTexts[languageOf(res.req)]
  sendPage(
    res,
    { title: texts.startAgainTitle, status: reason === 'denied' ? 403 : 400, narrow: true },
    <section className="card">
      <h1>{texts.startAgainTitle}</h1>
      <p>{texts.reasons[reason]}</p>
      <p>
        <a className="button" href="/signin">
          {texts.startAgain}
        </a>
      </p>
    </section>,
  )
}

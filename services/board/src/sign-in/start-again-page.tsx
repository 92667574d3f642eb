import { languageOf } from '@pas/pages/languages'
import type { Response } from 'express'
import { sendPage } from '../views/page'
import { signInTexts } from './sign-in-texts'

/** Sends the page that says why a sign-in failed, with a link that begins another. */
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

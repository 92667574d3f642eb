import { languageOf } from '@pas/pages/languages'
import type { Response } from 'express'
import { loginPath } from '../login/return-to'
import { sendPage } from '../views/page'
import type { OpenidRefusalReason } from './openid-refusal'
import { openidTexts } from './openid-texts'

const statuses: Record<OpenidRefusalReason, number> = {
  access_denied: 403,
  expired: 400,
  invalid_answer: 400,
  unavailable: 503,
  unverified_email: 403,
  unknown_user: 403,
}

export function sendOpenidRefusalPage(
  res: Response,
  { reason, name, returnTo }: { reason: OpenidRefusalReason; name: string; returnTo: string },
): void {
  const texts = openidTexts[languageOf(res.req)]
  sendPage(
    res,
    { title: texts.title, status: statuses[reason], narrow: true, navigation: false },
    <section className="card">
      <h1>{texts.title}</h1>
      <p role="alert">{texts.refusals[reason]({ name })}</p>
      <p>
        <a href={loginPath(returnTo)}>{texts.signInAgain}</a>
      </p>
    </section>,
  )
}

/** The user is signed in now, but the authorization request was too long to keep. */
export function sendStartAgainPage(res: Response): void {
  const texts = openidTexts[languageOf(res.req)]
  sendPage(
    res,
    { title: texts.signedIn, narrow: true, navigation: false },
    <section className="card">
      <h1>{texts.signedIn}</h1>
      <p>{texts.startAgain}</p>
    </section>,
  )
}

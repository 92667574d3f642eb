import { FormToken, formTokenOf } from '@pas/pages/form-token'
import type { Response } from 'express'
import type { ActiveApplication } from '../oauth/active-application'
import type { SignedInUser } from '../sessions/signed-in-user'
import { sendPage } from '../views/page'

/** What a consent page shows. */
export interface ConsentQuestion {
  application: ActiveApplication
  user: SignedInUser
  callbackUri: string
  /** The id of the stored authorization request; the form sends it back. */
  requestId: string
}

/**
 * Sends the page that asks a user whether an application may act for them. It names the application, its maker, the
 * user and the callback URI.
 */
export function sendConsentPage(res: Response, question: ConsentQuestion): void {
  const { application, user, callbackUri, requestId } = question
  allowFormsToHttps(res)
  sendPage(
    res,
    { title: `Allow ${application.name}?`, narrow: true, navigation: false },
    <section className="card">
      <h1>
        Allow <bdi>{application.name}</bdi> to act for you?
      </h1>
      <p>
        <strong>
          <bdi>{application.name}</bdi>
        </strong>{' '}
        by{' '}
        <strong>
          <bdi>{application.account.name}</bdi>
        </strong>{' '}
        asks to use all features on your behalf:
      </p>
      <ul>
        <li>create emails and see their previews, with the usage counted to your account</li>
        <li>read your name and your choice of email clients</li>
        <li>go on doing so until you disconnect it under Applications</li>
      </ul>
      <dl className="facts">
        <dt>You are signed in as</dt>
        <dd>
          <bdi>
            {user.firstName} {user.lastName}
          </bdi>{' '}
          ({user.email}) of <bdi>{user.account.name}</bdi>
        </dd>
        <dt>Your answer goes to</dt>
        <dd>
          <strong>{new URL(callbackUri).host}</strong>
          <br />
          <code>{callbackUri}</code>
        </dd>
      </dl>
      <form method="post" action="/oauth/consent">
        <FormToken value={formTokenOf(res)} />
        <input type="hidden" name="request" value={requestId} />
        <div className="actions">
          <button name="decision" value="approve">
            Allow
          </button>
          <button name="decision" value="decline" className="secondary">
            Do not allow
          </button>
        </div>
        <p className="hint">
          Not you, or the wrong account? You can sign in as somebody else and come back to this question.
        </p>
        <div className="actions">
          <button name="decision" value="another_user" className="quiet">
            Use another user
          </button>
        </div>
      </form>
    </section>,
  )
}

/**
 * CSP3 §6.4.1: form-action limits where the form may lead. Browsers apply it to every redirect that follows, also to
 * one from the callback URI to another host of the application, so any https host has to be allowed.
 */
function allowFormsToHttps(res: Response): void {
  const policy = String(res.getHeader('Content-Security-Policy'))
  res.setHeader('Content-Security-Policy', `${policy};form-action 'self' https:`)
}

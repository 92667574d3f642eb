import type { Response } from 'express'
import type { AskingApplication } from '../oauth/asking-application'
import type { SignedInUser } from '../sessions/signed-in-user'
import { FormToken, formTokenOf, sendPage } from '../views/page'

export interface ConsentQuestion {
  application: AskingApplication
  user: SignedInUser
  callbackUri: string
  /** Names the kept request in the form. */
  requestId: string
  /** This page's own path and query, to come back to as another user. */
  authorizePath: string
}

/** Asks a user whether an application may act for them: who asks, what for, as whom, and where the answer goes. */
export function sendConsentPage(res: Response, question: ConsentQuestion): void {
  const { application, user, callbackUri, requestId, authorizePath } = question
  allowFormsTo(res, callbackUri)
  sendPage(
    res,
    { title: `Allow ${application.name}?`, navigation: false },
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
      <dl>
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
          <button name="decision" value="decline" className="quiet">
            Do not allow
          </button>
        </div>
      </form>
      <p className="hint">
        Not you, or not this account?{' '}
        <a href={`/switch?return_to=${encodeURIComponent(authorizePath)}`}>Use another user</a>
      </p>
    </section>,
  )
}

/** CSP3 §6.4.1: browsers hold the redirect that answers the form to form-action, too, so the callback's origin is in it. */
function allowFormsTo(res: Response, callbackUri: string): void {
  const { origin, hostname } = new URL(callbackUri)
  // A CSP host-source has no form for an IPv6 address.
  const callback = hostname.startsWith('[') ? 'https:' : origin
  const policy = String(res.getHeader('Content-Security-Policy'))
  res.setHeader('Content-Security-Policy', `${policy};form-action 'self' ${callback}`)
}

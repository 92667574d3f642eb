import { FormToken, formTokenOf } from '@pas/pages/form-token'
import type { Response } from 'express'
import type { SignedInUser } from '../sessions/signed-in-user'
import { sendPage } from '../views/page'

/** What the page shows. */
export interface LinkedSwitchPage {
  link: string
  /** The signed-in user. */
  user: SignedInUser
  /** The user for whom the link was made. */
  target: SignedInUser
  /** Whether `user` may switch without a password; otherwise the target has to sign in. */
  maySwitch: boolean
}

/**
 * Sends the page for a user who followed another user's settings link: names both and asks whether to switch
 * (docs/contract.md §3).
 */
export function sendLinkedSwitchPage(
  res: Response,
  { link, user, target, maySwitch }: LinkedSwitchPage,
): void {
  sendPage(
    res,
    { title: 'Switch user', narrow: true, navigation: false },
    <section className="card">
      <h1>Switch user?</h1>
      <p>The link that you followed leads to another user’s settings.</p>
      <dl className="facts">
        <dt>You are</dt>
        <dd>
          <strong>{nameOf(user)}</strong> of {user.account.name}
          <br />
          <span className="hint">{user.email}</span>
        </dd>
        <dt>The link is for</dt>
        <dd>
          <strong>{nameOf(target)}</strong> of {target.account.name}
          <br />
          <span className="hint">{target.email}</span>
        </dd>
      </dl>
      <p>
        {maySwitch
          ? `You may switch without a password because ${target.account.name} belongs to ${user.account.name}. To come back, sign in as yourself again.`
          : `You will be signed out here, and can then sign in as ${nameOf(target)}.`}
      </p>
      <form method="post" action="/switch" className="actions">
        <FormToken value={formTokenOf(res)} />
        <input type="hidden" name="link" value={link} />
        <button>{maySwitch ? `Switch to ${nameOf(target)}` : `Sign in as ${nameOf(target)}`}</button>
        <a href="/settings/clients">{`Stay signed in as ${nameOf(user)}`}</a>
      </form>
    </section>,
  )
}

const nameOf = ({ firstName, lastName }: SignedInUser): string => `${firstName} ${lastName}`

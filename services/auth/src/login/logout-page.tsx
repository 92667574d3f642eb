import { FormToken, formTokenOf } from '@pas/pages/form-token'
import type { Response } from 'express'
import type { SignedInUser } from '../sessions/signed-in-user'
import { sendPage } from '../views/page'

/** Sends the page that asks before it signs out: following a link (a GET) must not change anything. */
export function sendLogoutPage(res: Response, user: SignedInUser): void {
  sendPage(
    res,
    { title: 'Sign out', narrow: true, navigation: false },
    <section className="card">
      <h1>Sign out?</h1>
      <p>
        You are signed in as <strong>{`${user.firstName} ${user.lastName}`}</strong> ({user.email}).
      </p>
      <form method="post" action="/logout" className="actions">
        <FormToken value={formTokenOf(res)} />
        <button>Sign out</button>
        <a href="/settings/clients">Stay signed in</a>
      </form>
    </section>,
  )
}

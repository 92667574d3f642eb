import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { languageOf } from '@pas/pages/languages'
import type { Response } from 'express'
import { nameOf, type ActiveUser, type SignedInUser } from '../sessions/signed-in-user'
import { sendPage } from '../views/page'
import { Person } from '../views/person'
import { linkedSwitchTexts } from './linked-switch-texts'

export interface LinkedSwitchPage {
  link: string
  user: SignedInUser
  target: ActiveUser
  maySwitch: boolean
}

/** For a user who followed another user's settings link (docs/contract.md §3). */
export function sendLinkedSwitchPage(
  res: Response,
  { link, user, target, maySwitch }: LinkedSwitchPage,
): void {
  const texts = linkedSwitchTexts[languageOf(res.req)]
  const names = { user: nameOf(user), target: nameOf(target) }
  const why = !maySwitch
    ? texts.signedOutFirst(names)
    : target.id === user.actor?.id
      ? texts.becauseItIsYou(names)
      : texts.becauseItBelongs({ targetAccount: target.account.name, account: user.account.name })
  sendPage(
    res,
    { title: texts.title, narrow: true, navigation: false },
    <section className="card">
      <h1>{texts.heading}</h1>
      <p>{texts.intro}</p>
      <dl className="facts">
        <dt>{texts.youAre}</dt>
        <dd>
          <Person res={res} user={user} />
        </dd>
        <dt>{texts.linkIsFor}</dt>
        <dd>
          <Person res={res} user={target} />
        </dd>
      </dl>
      <p>{why}</p>
      <form method="post" action="/switch" className="actions">
        <FormToken value={formTokenOf(res)} />
        <input type="hidden" name="link" value={link} />
        <button>{maySwitch ? texts.switchTo(names) : texts.signInAs(names)}</button>
        <a href="/settings/clients">{texts.stay(names)}</a>
      </form>
    </section>,
  )
}

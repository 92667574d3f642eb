import type { ShownInvitation } from '@pas/accounts/invitations'
import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { formatNumber, languageOf } from '@pas/pages/languages'
import { Sentence } from '@pas/pages/sentence'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { ProofField } from '../second-factor/proof-field'
import { nameOf } from '../sessions/signed-in-user'
import { Outcome } from '../views/outcome'
import { sendPage } from '../views/page'
import type { ListedPerson } from './list-people'
import { factsOf } from './people-page'
import { peopleTexts, type PeopleTexts } from './people-texts'
import type { Ending } from './person-changes'
import { RoleChoice } from './role-choice'

export interface PersonPage {
  person: ListedPerson
  ending: Ending
  isLastAdmin: boolean
  error?: string
  status?: number
}

export function sendPersonPage(
  res: Response,
  { person, ending, isLastAdmin, error, status = 200 }: PersonPage,
): void {
  const texts: PeopleTexts = peopleTexts[languageOf(res.req)]
  sendPage(
    res,
    { title: nameOf(person), status, narrow: true },
    <>
      <Back texts={texts} />
      <h1>
        <bdi>{nameOf(person)}</bdi>
      </h1>
      <p>{factsOf(person, texts).join(' · ')}</p>
      <Outcome error={error} />
      {isLastAdmin ? (
        <p className="card">{texts.lastAdminHint}</p>
      ) : (
        <>
          <section className="card" aria-labelledby="role">
            <h2 id="role">{texts.roleHeading}</h2>
            <form method="post">
              <FormToken value={formTokenOf(res)} />
              <RoleChoice texts={texts} chosen={person.role} />
              <p className="hint">{texts.roleKeepsKeys}</p>
              <ProofField res={res} />
              <button name="action" value="set_role">
                {texts.saveRole}
              </button>
            </form>
          </section>
          <Removal res={res} ending={ending} texts={texts} />
        </>
      )}
    </>,
  )
}

function Removal({ res, ending, texts }: { res: Response; ending: Ending; texts: PeopleTexts }): ReactNode {
  const numberOf = (value: number): { number: string } => ({
    number: formatNumber(languageOf(res.req), value),
  })
  return (
    <section className="card" aria-labelledby="removal">
      <h2 id="removal">{texts.removeHeading}</h2>
      <p>{texts.removeEnds}</p>
      <ul>
        <li>{texts.ends.access(numberOf(ending.sessions))}</li>
        {(['applications', 'links', 'webhooks', 'keys'] as const)
          .filter((what) => ending[what] > 0)
          .map((what) => (
            <li key={what}>{texts.ends[what](numberOf(ending[what]))}</li>
          ))}
      </ul>
      <p className="hint">{texts.staysHint}</p>
      <form method="post">
        <FormToken value={formTokenOf(res)} />
        <ul className="choices">
          {ending.links > 0 && <Kept name="keep_links" text={texts.keepLinks} />}
          {ending.keys > 0 && <Kept name="keep_keys" text={texts.keepKeys} hint={texts.keepKeysHint} />}
        </ul>
        <ProofField res={res} id="removal-proof" />
        <button className="danger" name="action" value="remove">
          {texts.remove}
        </button>
      </form>
    </section>
  )
}

const Kept = ({ name, text, hint }: { name: string; text: string; hint?: string }): ReactNode => (
  <li>
    <label>
      <input type="checkbox" name={name} value="1" autoComplete="off" />
      <span>{text}</span>
      {hint && <small>{hint}</small>}
    </label>
  </li>
)

export function sendInvitationPage(
  res: Response,
  {
    invitation: { email },
    error,
    status = 200,
  }: { invitation: ShownInvitation; error?: string; status?: number },
): void {
  const texts: PeopleTexts = peopleTexts[languageOf(res.req)]
  sendPage(
    res,
    { title: texts.withdrawHeading, status, narrow: true },
    <>
      <Back texts={texts} />
      <section className="card">
        <h1>{texts.withdrawHeading}</h1>
        <p>
          <Sentence text={texts.withdrawHint} elements={{ email: <strong>{email}</strong> }} />
        </p>
        <Outcome error={error} />
        <form method="post">
          <FormToken value={formTokenOf(res)} />
          <ProofField res={res} />
          <button className="danger">{texts.withdraw}</button>
        </form>
      </section>
    </>,
  )
}

const Back = ({ texts }: { texts: PeopleTexts }): ReactNode => (
  <p>
    <a href="/settings/people">{texts.back}</a>
  </p>
)

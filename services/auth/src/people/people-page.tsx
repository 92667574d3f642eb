import type { ShownInvitation } from '@pas/accounts/invitations'
import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { formatMoment, languageNames, languageOf, languages } from '@pas/pages/languages'
import { Sentence } from '@pas/pages/sentence'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { userOf } from '../login/require-sign-in'
import { ProofField } from '../second-factor/proof-field'
import { nameOf } from '../sessions/signed-in-user'
import { EmailAddressField } from '../views/field'
import { Outcome } from '../views/outcome'
import { sendPage } from '../views/page'
import { copyScript, ShownOnce } from '../views/shown-once'
import type { Invited } from './invite'
import { peoplePerPage, type ListedPerson } from './list-people'
import { peopleTexts, type PeopleTexts } from './people-texts'
import { Radios, RoleChoice } from './role-choice'

interface InviteForm {
  email: string
  role: string
  language: string
}

export interface PeoplePage {
  people: readonly ListedPerson[]
  /** The number on all pages. */
  total: number
  search: string
  page: number
  invitations: readonly ShownInvitation[]
  form: InviteForm
  invited?: Invited | undefined
  notice?: string | undefined
  error?: string | undefined
  status?: number
}

export function sendPeoplePage(res: Response, peoplePage: PeoplePage): void {
  const { search, total, invitations, form, invited, notice, error, status = 200 } = peoplePage
  const texts: PeopleTexts = peopleTexts[languageOf(res.req)]
  const isSearched = search !== '' || total > peoplePerPage
  sendPage(
    res,
    { title: texts.title, status, scripts: invited ? [copyScript] : [] },
    <>
      <h1>{texts.title}</h1>
      <p>
        <Sentence text={texts.intro} elements={{ account: <bdi>{userOf(res).account.name}</bdi> }} />
      </p>
      <Outcome notice={notice} error={error} />
      {invited && <InvitedPerson res={res} invited={invited} texts={texts} />}
      {isSearched && <Search search={search} texts={texts} />}
      <People {...peoplePage} ownId={userOf(res).id} texts={texts} />
      {invitations.length > 0 && <Invitations res={res} invitations={invitations} texts={texts} />}
      <Invite res={res} form={form} texts={texts} isFaulty={status === 400} />
    </>,
  )
}

function InvitedPerson({
  res,
  invited: { email, link },
  texts,
}: {
  res: Response
  invited: Invited
  texts: PeopleTexts
}): ReactNode {
  const elements = { email: <strong>{email}</strong> }
  if (link === null) {
    return (
      <p className="notice" role="status">
        <Sentence text={texts.invitedByMail} elements={elements} />
      </p>
    )
  }
  return (
    <section className="card" aria-labelledby="link">
      <h2 id="link">
        <Sentence text={texts.linkHeading} elements={elements} />
      </h2>
      <ShownOnce res={res} label={texts.linkLabel} value={link}>
        <p className="hint">{texts.linkHint}</p>
      </ShownOnce>
    </section>
  )
}

const Search = ({ search, texts }: { search: string; texts: PeopleTexts }): ReactNode => (
  <form method="get" action="/settings/people" role="search" className="actions card">
    <label htmlFor="search">{texts.searchLabel}</label>
    <input type="search" id="search" name="search" defaultValue={search} maxLength={200} />
    <button className="secondary">{texts.search}</button>
    {search !== '' && <a href="/settings/people">{texts.showEverybody}</a>}
  </form>
)

function People({
  people,
  total,
  search,
  page,
  ownId,
  texts,
}: Pick<PeoplePage, 'people' | 'total' | 'search' | 'page'> & {
  ownId: number
  texts: PeopleTexts
}): ReactNode {
  const pages = Math.ceil(total / peoplePerPage)
  return (
    <section className="card" aria-labelledby="people">
      <h2 id="people">{texts.people}</h2>
      {people.length === 0 && <p>{texts.nobodyFound}</p>}
      <ul className="items">
        {people.map((person) => (
          <li key={person.id}>
            <span>
              <bdi>{nameOf(person)}</bdi>
              {person.id === ownId && <span className="hint"> ({texts.you})</span>}
              <br />
              <span className="hint">{factsOf(person, texts).join(' · ')}</span>
            </span>
            <a
              href={`/settings/people/${person.id}`}
              aria-label={texts.changeNamed({ person: nameOf(person) })}
            >
              {texts.change}
            </a>
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav aria-label={texts.pages}>
          {page > 1 && <a href={pagePath(search, page - 1)}>{texts.previous}</a>}
          <span>{texts.pageOf({ page, pages })}</span>
          {page < pages && <a href={pagePath(search, page + 1)}>{texts.next}</a>}
        </nav>
      )}
    </section>
  )
}

export const factsOf = (person: ListedPerson, texts: PeopleTexts): string[] => [
  person.email,
  roleName(texts, person.role),
  ...(person.hasSecondFactor ? [texts.secondFactor] : []),
  ...(person.isDisabled ? [texts.switchedOff] : []),
]

const roleName = (texts: PeopleTexts, role: string): string =>
  role === 'admin' ? texts.roles.admin : texts.roles.member

const pagePath = (search: string, page: number): string =>
  `/settings/people?${new URLSearchParams({ ...(search !== '' && { search }), page: String(page) }).toString()}`

const Invitations = ({
  res,
  invitations,
  texts,
}: {
  res: Response
  invitations: readonly ShownInvitation[]
  texts: PeopleTexts
}): ReactNode => (
  <section className="card" aria-labelledby="invitations">
    <h2 id="invitations">{texts.invitations}</h2>
    <ul className="items">
      {invitations.map(({ id, email, role, expiresAt }) => (
        <li key={id}>
          <span>
            {email}
            <br />
            <span className="hint">
              {roleName(texts, role)} ·{' '}
              {texts.until({ moment: formatMoment(languageOf(res.req), expiresAt) })}
            </span>
          </span>
          <a href={`/settings/people/invitations/${id}`} aria-label={texts.withdrawNamed({ email })}>
            {texts.withdraw}
          </a>
        </li>
      ))}
    </ul>
  </section>
)

function Invite({
  res,
  form: { email, role, language },
  texts,
  isFaulty,
}: {
  res: Response
  form: InviteForm
  texts: PeopleTexts
  isFaulty: boolean
}): ReactNode {
  const { sendsMail } = res.app.locals
  return (
    <section className="card" aria-labelledby="invite">
      <h2 id="invite">{texts.invite}</h2>
      <p>{sendsMail ? texts.byMail : texts.byLink}</p>
      <form method="post" action="/settings/people">
        <FormToken value={formTokenOf(res)} />
        <EmailAddressField
          label={texts.email}
          autoComplete="off"
          defaultValue={email}
          {...(isFaulty && { 'aria-invalid': true, 'aria-describedby': 'error' })}
        />
        <RoleChoice texts={texts} chosen={role} />
        {sendsMail && (
          <Radios
            name="language"
            legend={texts.mailLanguage}
            chosen={language}
            values={languages.map((value) => ({ value, text: languageNames[value], lang: value }))}
          />
        )}
        <ProofField res={res} />
        <button>{sendsMail ? texts.send : texts.makeLink}</button>
      </form>
    </section>
  )
}

import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { languageOf } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { nameOf } from '../sessions/signed-in-user'
import { sendPage } from '../views/page'
import { usersPerPage, type SwitchableUser } from './list-switchable-users'
import { switchTexts } from './switch-texts'

type Texts = (typeof switchTexts)[keyof typeof switchTexts]

export interface SwitchPage {
  accountName: string
  hasSubAccounts: boolean
  users: readonly SwitchableUser[]
  /** The number on all pages. */
  total: number
  search: string
  page: number
}

export function sendSwitchPage(res: Response, switchPage: SwitchPage): void {
  const { accountName, hasSubAccounts } = switchPage
  const texts = switchTexts[languageOf(res.req)]
  const formToken = formTokenOf(res)
  sendPage(
    res,
    { title: texts.title },
    <>
      <h1>{texts.title}</h1>
      {hasSubAccounts ? (
        <>
          <p>{texts.mayAct({ account: accountName })}</p>
          <SubAccountUsers {...switchPage} texts={texts} formToken={formToken} />
        </>
      ) : (
        <p>{texts.nobody({ account: accountName })}</p>
      )}
      <section className="card">
        <h2>{texts.somebodyElse}</h2>
        <p>{texts.somebodyElseHint}</p>
        <form method="post" action="/logout">
          <FormToken value={formToken} />
          <button className="secondary">{texts.signInAsSomebodyElse}</button>
        </form>
      </section>
    </>,
  )
}

function SubAccountUsers({
  users,
  total,
  search,
  page,
  texts,
  formToken,
}: SwitchPage & { texts: Texts; formToken: string }): ReactNode {
  const accounts = [...new Map(users.map(({ account }) => [account.id, account])).values()]
  const pages = Math.ceil(total / usersPerPage)
  return (
    <>
      {(search !== '' || pages > 1) && (
        <form method="get" action="/switch" role="search" className="actions card">
          <label htmlFor="search">{texts.searchLabel}</label>
          <input type="search" id="search" name="search" defaultValue={search} maxLength={200} />
          <button className="secondary">{texts.search}</button>
          {search !== '' && <a href="/switch">{texts.showEverybody}</a>}
        </form>
      )}
      {users.length === 0 && <p className="card">{search === '' ? texts.noUsers : texts.nobodyFound}</p>}
      {accounts.map((account) => (
        <section className="card" key={account.id}>
          <h2>
            <bdi>{account.name}</bdi>
          </h2>
          <ul className="items">
            {users
              .filter((user) => user.account.id === account.id)
              .map((user) => (
                <User key={user.id} user={user} texts={texts} formToken={formToken} />
              ))}
          </ul>
        </section>
      ))}
      {pages > 1 && (
        <nav aria-label={texts.pages} className="card">
          {page > 1 && <a href={pagePath(search, page - 1)}>{texts.previous}</a>}
          <span>{texts.pageOf({ page, pages, users: total })}</span>
          {page < pages && <a href={pagePath(search, page + 1)}>{texts.next}</a>}
        </nav>
      )}
    </>
  )
}

function User({
  user,
  texts,
  formToken,
}: {
  user: SwitchableUser
  texts: Texts
  formToken: string
}): ReactNode {
  const name = nameOf(user)
  return (
    <li>
      <span>
        <bdi>{name}</bdi>
        <br />
        <span className="hint">{user.email}</span>
      </span>
      <form method="post" action="/switch">
        <FormToken value={formToken} />
        <input type="hidden" name="user_id" value={user.id} />
        <button className="secondary" aria-label={texts.switchTo({ user: name })}>
          {texts.switch}
        </button>
      </form>
    </li>
  )
}

const pagePath = (search: string, page: number): string =>
  `/switch?${new URLSearchParams({ ...(search !== '' && { search }), page: String(page) }).toString()}`

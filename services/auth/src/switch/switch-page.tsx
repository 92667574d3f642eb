import { FormToken, formTokenOf } from '@pas/pages/form-token'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { sendPage } from '../views/page'
import { usersPerPage, type SwitchableUser } from './list-switchable-users'

/** What the page shows. */
export interface SwitchPage {
  /** The signed-in user's account. */
  accountName: string
  hasSubAccounts: boolean
  /** The users of this page of the list. */
  users: readonly SwitchableUser[]
  /** Number of users that match the search, on all pages. */
  total: number
  search: string
  page: number
}

/**
 * Sends the page on which a user switches to a user of a sub-account, if the account has any, or signs in as another
 * user.
 */
export function sendSwitchPage(res: Response, switchPage: SwitchPage): void {
  const { accountName, hasSubAccounts } = switchPage
  const formToken = formTokenOf(res)
  sendPage(
    res,
    { title: 'Switch user' },
    <>
      <h1>Switch user</h1>
      {hasSubAccounts ? (
        <>
          <p>
            {`You may switch to any user of the accounts that belong to ${accountName} without a password. To come back, sign in as yourself again.`}
          </p>
          <SubAccountUsers {...switchPage} formToken={formToken} />
        </>
      ) : (
        <p>
          {`No account belongs to ${accountName}, so there is nobody you can switch to without a password.`}
        </p>
      )}
      <section className="card">
        <h2>Somebody else</h2>
        <p>Sign out here, and sign in with the other user’s e-mail address and password.</p>
        <form method="post" action="/logout">
          <FormToken value={formToken} />
          <button className="secondary">Sign in as somebody else</button>
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
  formToken,
}: SwitchPage & { formToken: string }): ReactNode {
  const accounts = [...new Map(users.map(({ account }) => [account.id, account])).values()]
  const pages = Math.ceil(total / usersPerPage)
  return (
    <>
      {(search !== '' || pages > 1) && (
        <form method="get" action="/switch" role="search" className="actions card">
          <label htmlFor="search">Name, e-mail address or account</label>
          <input type="search" id="search" name="search" defaultValue={search} maxLength={200} />
          <button className="secondary">Search</button>
          {search !== '' && <a href="/switch">Show everybody</a>}
        </form>
      )}
      {users.length === 0 && (
        <p className="card">
          {search === '' ? 'There are no users yet.' : 'Nobody found. Use fewer words, or show everybody.'}
        </p>
      )}
      {accounts.map((account) => (
        <section className="card" key={account.id}>
          <h2>{account.name}</h2>
          <ul className="items">
            {users
              .filter((user) => user.account.id === account.id)
              .map((user) => (
                <User key={user.id} user={user} formToken={formToken} />
              ))}
          </ul>
        </section>
      ))}
      {pages > 1 && (
        <nav aria-label="Pages" className="card">
          {page > 1 && <a href={pagePath(search, page - 1)}>Previous page</a>}
          <span>{`Page ${page} of ${pages}, ${total} users`}</span>
          {page < pages && <a href={pagePath(search, page + 1)}>Next page</a>}
        </nav>
      )}
    </>
  )
}

function User({
  user: { id, email, firstName, lastName },
  formToken,
}: {
  user: SwitchableUser
  formToken: string
}): ReactNode {
  const name = `${firstName} ${lastName}`
  return (
    <li>
      <span>
        {name}
        <br />
        <span className="hint">{email}</span>
      </span>
      <form method="post" action="/switch">
        <FormToken value={formToken} />
        <input type="hidden" name="user_id" value={id} />
        <button className="secondary" aria-label={`Switch to ${name}`}>
          Switch
        </button>
      </form>
    </li>
  )
}

const pagePath = (search: string, page: number): string =>
  `/switch?${new URLSearchParams({ ...(search !== '' && { search }), page: String(page) }).toString()}`

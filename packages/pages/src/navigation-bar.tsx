import type { Response } from 'express'
import type { ReactNode } from 'react'
import { FormToken, formTokenOf } from './form-token'
import { languageOf } from './languages'
import { productOf } from './product'
import { navigationTexts } from './navigation-texts'

/** Closes the account's menu at Escape and at a click elsewhere; the menu works without it. */
export const menuScript = '/assets/menu.js'

export interface Navigation {
  /** Without a trailing slash; empty on auth itself. */
  authUrl: string
  /** Empty on the board itself, null where there is no board. */
  boardUrl: string | null
  /** False where an OpenID provider signs users in. */
  hasPasswords: boolean
  /** Whether there is another user to switch to. */
  maySwitch: boolean
  /** Whether the user administers the account, and does not act for another. */
  isAdmin: boolean
  userName: string
  signOutPath: string
}

/** On the page of one email, "emails" is marked. */
const boardPlaces = [
  { path: '/', name: 'emails', isAt: (path: string) => path === '/' || path.startsWith('/emails') },
  { path: '/inboxes', name: 'inboxes', isAt: (path: string) => path === '/inboxes' },
  { path: '/shares', name: 'shares', isAt: (path: string) => path === '/shares' },
] as const

const accountPlaces = [
  { path: '/settings/clients', name: 'emailClients' },
  { path: '/settings/applications', name: 'applications' },
  { path: '/settings/password', name: 'password', needsPasswords: true },
  { path: '/settings/second-factor', name: 'secondFactor', needsPasswords: true },
  { path: '/settings/people', name: 'people', needsPasswords: true, needsAdmin: true },
  { path: '/settings/keys', name: 'apiKeys', needsPasswords: true, needsAdmin: true },
  { path: '/settings/usage', name: 'usage', needsAdmin: true },
  { path: '/switch', name: 'switchUser', needsOthers: true },
  { path: '/settings/language', name: 'language' },
] as const

/** The same on the board and on auth (ADR 55). Marks the page that answers this request. */
export function NavigationBar({ res, navigation }: { res: Response; navigation: Navigation }): ReactNode {
  const { authUrl, boardUrl, hasPasswords, maySwitch, isAdmin, userName, signOutPath } = navigation
  const texts = navigationTexts[languageOf(res.req)]
  const { supportUrl } = productOf(res)
  const { path: here } = res.req
  const current = (isHere: boolean): 'page' | undefined => (isHere ? 'page' : undefined)
  return (
    <>
      {boardUrl !== null && (
        <nav aria-label={texts.navigation}>
          {boardPlaces.map(({ path, name, isAt }) => (
            <a key={path} href={boardUrl + path} aria-current={current(boardUrl === '' && isAt(here))}>
              {texts[name]}
            </a>
          ))}
        </nav>
      )}
      <nav className="account" aria-label={texts.account}>
        <details id="account-menu">
          <summary>
            <bdi>{userName}</bdi>
          </summary>
          <ul>
            {accountPlaces
              .filter((place) => hasPasswords || !('needsPasswords' in place))
              .filter((place) => isAdmin || !('needsAdmin' in place))
              .filter((place) => maySwitch || !('needsOthers' in place))
              .map(({ path, name }) => (
                <li key={path}>
                  <a href={authUrl + path} aria-current={current(authUrl === '' && path === here)}>
                    {texts[name]}
                  </a>
                </li>
              ))}
            {supportUrl !== null && (
              <li>
                <a href={supportUrl}>{texts.help}</a>
              </li>
            )}
            <li>
              <form method="post" action={signOutPath}>
                <FormToken value={formTokenOf(res)} />
                <button className="quiet">{texts.signOut}</button>
              </form>
            </li>
          </ul>
        </details>
      </nav>
    </>
  )
}

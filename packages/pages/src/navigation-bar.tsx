import type { Response } from 'express'
import type { ReactNode } from 'react'
import { FormToken, formTokenOf } from './form-token'
import { languageOf } from './languages'
import { productOf } from './product'
import { navigationTexts } from './navigation-texts'

/** Closes the menu of the account at Escape and at a click elsewhere. The menu works without it. */
export const menuScript = '/assets/menu.js'

/** What the navigation needs to know of the installation and of the signed-in user. */
export interface Navigation {
  /** The URL before the paths of auth's pages, without a trailing slash; empty on auth itself. */
  authUrl: string
  /** The URL before the paths of the board's pages; empty on the board itself, and null where there is none. */
  boardUrl: string | null
  /** Whether users have passwords and second factors here, which an OpenID provider may replace. */
  hasPasswords: boolean
  userName: string
  signOutPath: string
}

/** Pages of the board. The pages of one email belong to the place of all emails. */
const boardPlaces = [
  { path: '/', name: 'emails', isAt: (path: string) => path === '/' || path.startsWith('/emails') },
  { path: '/shares', name: 'shares', isAt: (path: string) => path === '/shares' },
] as const

/** Pages of auth, in the menu. */
const accountPlaces = [
  { path: '/settings/clients', name: 'emailClients' },
  { path: '/settings/applications', name: 'applications' },
  { path: '/settings/password', name: 'password', needsPasswords: true },
  { path: '/settings/second-factor', name: 'secondFactor', needsPasswords: true },
  { path: '/switch', name: 'switchUser' },
  { path: '/settings/language', name: 'language' },
] as const

/**
 * The navigation of every page of a signed-in user, on the board as on auth: the board's pages, and under the user's
 * name a menu with those of the account. It marks the page that answers this request.
 */
export function NavigationBar({ res, navigation }: { res: Response; navigation: Navigation }): ReactNode {
  const { authUrl, boardUrl, hasPasswords, userName, signOutPath } = navigation
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

import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { sendFramedPage, type FrameOptions } from '@pas/pages/framed-page'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { signedInUserOf, type SignedInUser } from '../sessions/signed-in-user'

/** What a page of this service needs beside its content. */
export interface PageOptions extends FrameOptions {
  /** Whether a signed-in user sees the navigation, which is the default. False on pages that ask a single question. */
  navigation?: boolean
}

/** Answers with a page of this service, with the signed-in user's navigation. */
export function sendPage(
  res: Response,
  { navigation = true, ...options }: PageOptions,
  content: ReactNode,
): void {
  const user = signedInUserOf(res)
  // A request that was refused early has no form token, and the button "Sign out" could not work without it.
  const canNavigate = navigation && user && res.locals.formToken !== undefined
  sendFramedPage(
    res,
    options,
    canNavigate && (
      <Navigation
        user={user}
        here={res.req.path}
        hasPasswords={!res.app.locals.openid?.isOnly}
        formToken={formTokenOf(res)}
      />
    ),
    content,
  )
}

const places: readonly { path: string; name: string; needsPasswords?: boolean }[] = [
  { path: '/settings/clients', name: 'Email clients' },
  { path: '/settings/applications', name: 'Applications' },
  { path: '/settings/second-factor', name: 'Second factor', needsPasswords: true },
  { path: '/switch', name: 'Switch user' },
]

function Navigation({
  user,
  here,
  hasPasswords,
  formToken,
}: {
  user: SignedInUser
  here: string
  hasPasswords: boolean
  formToken: string
}): ReactNode {
  return (
    <nav aria-label="Account">
      {places
        .filter(({ needsPasswords }) => hasPasswords || !needsPasswords)
        .map(({ path, name }) => (
          <a key={path} href={path} aria-current={path === here ? 'page' : undefined}>
            {name}
          </a>
        ))}
      <span className="who">
        {user.firstName} {user.lastName}
      </span>
      <form method="post" action="/logout">
        <FormToken value={formToken} />
        <button className="quiet">Sign out</button>
      </form>
    </nav>
  )
}

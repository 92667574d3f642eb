import { FormToken } from '@pas/pages/form-token'
import type { Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import { openidSignInTexts } from './openid-sign-in-texts'

/** The OpenID provider, as the sign-in page shows it. */
export interface OfferedOpenid {
  name: string
  /** Whether it replaces passwords. */
  isOnly: boolean
}

declare global {
  namespace Express {
    interface Locals {
      /** The OpenID provider with which people can sign in; null without one. Set by `createApp`, for every page. */
      openid?: OfferedOpenid | null
    }
  }
}

/** The button that leads to the OpenID provider, below the password form if there is one. */
export function OpenidSignIn({
  openid: { name, isOnly },
  returnTo,
  formToken,
  language,
}: {
  openid: OfferedOpenid
  returnTo: string
  formToken: string
  language: Language
}): ReactNode {
  const texts = openidSignInTexts[language]
  return (
    <form method="post" action="/login/openid">
      <FormToken value={formToken} />
      <input type="hidden" name="return_to" value={returnTo} />
      {!isOnly && <p className="or">{texts.or}</p>}
      <button className={isOnly ? 'wide' : 'wide secondary'}>{texts.signInWith({ name })}</button>
    </form>
  )
}

import { sendFramedPage, type FrameOptions } from '@pas/pages/framed-page'
import type { Navigation } from '@pas/pages/navigation-bar'
import type { Response } from 'express'
import type { ReactNode } from 'react'

declare global {
  namespace Express {
    interface Locals {
      /** Set by `createApp` in `app.locals`. */
      account?: Pick<Navigation, 'authUrl' | 'hasPasswords'>
    }
  }
}

export function sendPage(res: Response, options: FrameOptions, content: ReactNode): void {
  const { signedIn, formToken } = res.locals
  const { account } = res.app.locals
  // A request that was refused early has no form token, without which the button that signs out could not work.
  const navigation =
    account && signedIn && formToken !== undefined
      ? {
          ...account,
          // A user who acts for another has no board (ADR 47): the menu of the account leads there.
          maySwitch: false,
          isAdmin: signedIn.isAdmin,
          boardUrl: '',
          userName: signedIn.user.fullName,
          signOutPath: '/signout',
        }
      : null
  sendFramedPage(res, { styles: ['/assets/board.css'], ...options }, navigation, content)
}

import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { sendFramedPage, type FrameOptions } from '@pas/pages/framed-page'
import { languageOf } from '@pas/pages/languages'
import { Sentence } from '@pas/pages/sentence'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { isAdmin, nameOf, signedInUserOf, type ActiveUser } from '../sessions/signed-in-user'
import { pageTexts } from './page-texts'
import { StrongName } from './person'

declare global {
  namespace Express {
    interface Locals {
      /** `createApp` sets it in `app.locals`. */
      boardUrl?: string | null
    }
  }
}

export interface PageOptions extends Omit<FrameOptions, 'banner'> {
  /** True by default. False on pages that ask a single question. */
  navigation?: boolean
  /** By default the button posts a form to `/switch`; the consent page has to do more. */
  backButton?: ((label: string) => ReactNode) | undefined
}

export function sendPage(
  res: Response,
  { navigation = true, backButton, ...options }: PageOptions,
  content: ReactNode,
): void {
  // A request that was refused early has no form token, and the buttons could not work without it.
  const user = res.locals.formToken === undefined ? null : signedInUserOf(res)
  const texts = pageTexts[languageOf(res.req)]
  const formToken = formTokenOf(res)
  const { boardUrl, openid } = res.app.locals
  sendFramedPage(
    res,
    {
      ...options,
      banner: user?.actor && (
        <ActingBar
          user={user}
          actor={user.actor}
          texts={texts}
          formToken={formToken}
          backButton={backButton}
        />
      ),
    },
    navigation && user
      ? {
          authUrl: '',
          // A user who acts for another gets no code for the board (ADR 47).
          boardUrl: user.actor ? null : (boardUrl ?? null),
          hasPasswords: !openid?.isOnly,
          maySwitch: user.maySwitch,
          isAdmin: isAdmin(user),
          userName: nameOf(user),
          signOutPath: '/logout',
        }
      : null,
    content,
  )
}

type Texts = (typeof pageTexts)[keyof typeof pageTexts]

function ActingBar({
  user,
  actor,
  texts,
  formToken,
  backButton,
}: {
  user: ActiveUser
  actor: ActiveUser
  texts: Texts
  formToken: string
  backButton: PageOptions['backButton']
}): ReactNode {
  const label = texts.backTo({ actor: nameOf(actor) })
  const elements = {
    user: <StrongName text={nameOf(user)} />,
    userAccount: <bdi>{user.account.name}</bdi>,
    actor: <StrongName text={nameOf(actor)} />,
    actorAccount: <bdi>{actor.account.name}</bdi>,
  }
  return (
    <aside className="acting" aria-label={texts.acting}>
      <p>
        <Sentence text={texts.actingAs} elements={elements} />
      </p>
      {backButton?.(label) ?? (
        <form method="post" action="/switch">
          <FormToken value={formToken} />
          <input type="hidden" name="user_id" value={actor.id} />
          <button className="secondary">{label}</button>
        </form>
      )}
    </aside>
  )
}

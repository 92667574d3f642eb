import { languageOf } from '@pas/pages/languages'
import { Sentence } from '@pas/pages/sentence'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { nameOf, type ActiveUser } from '../sessions/signed-in-user'
import { pageTexts } from './page-texts'

/** The e-mail address tells two users of the same name apart. */
export function Person({ res, user }: { res: Response; user: ActiveUser }): ReactNode {
  const elements = { user: <StrongName text={nameOf(user)} />, account: <bdi>{user.account.name}</bdi> }
  return (
    <>
      <Sentence text={pageTexts[languageOf(res.req)].person} elements={elements} />
      <br />
      <span className="hint">{user.email}</span>
    </>
  )
}

/** `bdi`: the name does not change the direction of the words around it. */
export const StrongName = ({ text }: { text: string }): ReactNode => (
  <strong>
    <bdi>{text}</bdi>
  </strong>
)

import { languageOf } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { userOf } from '../login/require-sign-in'
import { Field } from '../views/field'
import { proofTexts } from './proof-texts'

/** Its name is `proof`. A page has one of each `id`. */
export function ProofField({
  res,
  id = 'proof',
  children,
}: {
  res: Response
  id?: string
  children?: ReactNode
}): ReactNode {
  const { email, secondFactor } = userOf(res)
  const texts = proofTexts[languageOf(res.req)]
  return (
    <>
      {/* Tells the browser's password store whose password this is. */}
      <input type="email" name="email_of_proof" value={email} autoComplete="username" readOnly hidden />
      <Field
        label={secondFactor ? texts.passwordOrCode : texts.password}
        type="password"
        id={id}
        name="proof"
        autoComplete="current-password"
        required
      >
        {children}
      </Field>
    </>
  )
}

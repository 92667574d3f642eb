import type { Response } from 'express'
import type { ReactNode } from 'react'
import { formTokenField } from './form-protection'

/** The hidden field with the form token. Every form of a page needs one: without it, posting the form is refused. */
export function FormToken({ value }: { value: string }): ReactNode {
  return <input type="hidden" name={formTokenField} value={value} />
}

export const formTokenOf = (res: Response): string => String(res.locals.formToken)

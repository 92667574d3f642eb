import type { Response } from 'express'
import type { ReactNode } from 'react'
import { formTokenField } from './form-protection'

/** The hidden field with the form token, for each form of a page. */
export function FormToken({ value }: { value: string }): ReactNode {
  return <input type="hidden" name={formTokenField} value={value} />
}

/** The token for the forms of this response's page. */
export const formTokenOf = (res: Response): string => String(res.locals.formToken)

import type { Response } from 'express'
import type { ReactNode } from 'react'
import { formTokenField } from './form-protection'

/** Without it, posting a form is refused. */
export function FormToken({ value }: { value: string }): ReactNode {
  return <input type="hidden" name={formTokenField} value={value} />
}

export const formTokenOf = (res: Response): string => String(res.locals.formToken)

import { isPasswordAllowed } from '@pas/accounts/passwords'
import type { Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { Field } from '../views/field'
import { newPasswordTexts } from './new-password-texts'

export const newPasswordForm = {
  new_password: z.string().default(''),
  new_password_again: z.string().default(''),
}

/** Returns null when the password is allowed. */
export function whyNewPasswordRefused(
  language: Language,
  form: z.output<z.ZodObject<typeof newPasswordForm>>,
): string | null {
  const texts = newPasswordTexts[language]
  if (!isPasswordAllowed(form.new_password)) return texts.wrongLength
  return form.new_password === form.new_password_again ? null : texts.different
}

export function NewPasswordFields({
  language,
  isFaulty,
  autoFocus = false,
}: {
  language: Language
  isFaulty: boolean
  autoFocus?: boolean
}): ReactNode {
  const texts = newPasswordTexts[language]
  const fault = isFaulty && { 'aria-invalid': true }
  return (
    <>
      <Field
        label={texts.newPassword}
        type="password"
        id="new-password"
        name="new_password"
        autoComplete="new-password"
        required
        autoFocus={autoFocus}
        aria-describedby={isFaulty ? 'error new-password-hint' : 'new-password-hint'}
        {...fault}
      />
      <p className="hint" id="new-password-hint">
        {texts.hint}
      </p>
      <Field
        label={texts.repeat}
        type="password"
        id="new-password-again"
        name="new_password_again"
        autoComplete="new-password"
        required
        {...(isFaulty && { 'aria-describedby': 'error' })}
        {...fault}
      />
    </>
  )
}

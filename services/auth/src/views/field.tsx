import type { InputHTMLAttributes, ReactNode } from 'react'

export type FieldInput = InputHTMLAttributes<HTMLInputElement>

/** An input below its label; `children` stand below the input. */
export function Field({ label, children, ...input }: FieldInput & { label: string }): ReactNode {
  return (
    <p className="field">
      <label htmlFor={input.id}>{label}</label>
      <input {...input} />
      {children}
    </p>
  )
}

/** The field of the e-mail address with which a user signs in. */
export const EmailAddressField = (field: FieldInput & { label: string }): ReactNode => (
  <Field
    type="email"
    id="email"
    name="email"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={254}
    required
    {...field}
  />
)

/** The field of a code of the user's authenticator app. */
export const AppCodeField = (field: FieldInput & { label: string }): ReactNode => (
  <Field
    type="text"
    id="code"
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={16}
    required
    {...field}
  />
)

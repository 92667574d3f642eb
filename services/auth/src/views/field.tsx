import type { InputHTMLAttributes, ReactNode } from 'react'

export type FieldInput = InputHTMLAttributes<HTMLInputElement>

export function Field({ label, children, ...input }: FieldInput & { label: string }): ReactNode {
  return (
    <p className="field">
      <label htmlFor={input.id}>{label}</label>
      <input {...input} />
      {children}
    </p>
  )
}

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

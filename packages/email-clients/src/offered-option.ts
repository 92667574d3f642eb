import type { EmailClient } from './email-client'

/** The option that a person named; `refuse` throws its sentence when the email client has no such one. */
export function offeredOption<Name extends 'orientation' | 'images'>(
  emailClient: EmailClient,
  name: Name,
  value: string,
  refuse: (sentence: string) => never,
): EmailClient[`${Name}Options`][number] {
  const offered: EmailClient[`${Name}Options`] = emailClient[`${name}Options`]
  return (
    offered.find((candidate) => candidate === value) ??
    refuse(`${emailClient.code} does not offer --${name} '${value}', only ${offered.join(', ')}`)
  )
}

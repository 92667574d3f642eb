import { emailPrefix } from '@pas/emails/storage-keys'

export const checksPrefix = (emailGuid: string): string => `${emailPrefix(emailGuid)}checks/`

/** A worker may write below the prefixes of `contrast` and `effects`, and nothing else of an email. */
export const checkResultPrefix = (emailGuid: string, name: string, emailClient = ''): string =>
  `${checksPrefix(emailGuid)}${name}${emailClient && `-${emailClient}`}/`

export const checkResultKey = (emailGuid: string, name: string, emailClient = ''): string =>
  `${checkResultPrefix(emailGuid, name, emailClient)}result.json`

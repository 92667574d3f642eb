import { emailPrefix } from '@pas/emails/storage-keys'

export const checksPrefix = (emailGuid: string): string => `${emailPrefix(emailGuid)}checks/`

/** One result. A worker may write those of `contrast`, and nothing else of an email. */
export const checkPrefix = (emailGuid: string, name: string, emailClient = ''): string =>
  `${checksPrefix(emailGuid)}${name}${emailClient && `-${emailClient}`}/`

export const checkResultKey = (emailGuid: string, name: string, emailClient = ''): string =>
  `${checkPrefix(emailGuid, name, emailClient)}result.json`

import { z } from 'zod'
import { AccountsError } from './accounts-error'

/** RFC 5321 §4.5.3.1.3: a path is at most 256 octets with its angle brackets, so an address at most 254. */
const emailAddress = z.email().max(254)

/**
 * The form in which an e-mail address is stored and looked up: without surrounding space, in lower case. Throws
 * `email_invalid` when it is no address. Only ASCII is accepted: lower-casing other letters could turn one person's
 * address into another's.
 */
export function normalizeEmailAddress(text: string): string {
  const result = emailAddress.safeParse(text.trim())
  if (result.success) return result.data.toLowerCase()
  throw new AccountsError(
    'email_invalid',
    `'${text.trim().slice(0, 100)}' is not an e-mail address: give one such as name@example.com.`,
  )
}

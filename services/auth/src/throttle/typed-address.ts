import { AccountsError } from '@pas/accounts/accounts-error'
import { normalizeEmailAddress } from '@pas/accounts/get-user'
import { createHash } from 'node:crypto'

export interface TypedAddress {
  /** As in `users.email`; null when the text is no e-mail address. */
  normalized: string | null
  /** Names the address in limits: a hash, 64 hexadecimal digits. */
  key: string
}

/** Never throws, so that no answer tells which addresses are valid. */
export function typedAddress(email: string): TypedAddress {
  const normalized = findNormalized(email)
  const key = createHash('sha256')
    .update(normalized ?? email.trim().toLowerCase())
    .digest('hex')
  return { normalized, key }
}

function findNormalized(email: string): string | null {
  try {
    return normalizeEmailAddress(email)
  } catch (error) {
    if (error instanceof AccountsError) return null
    throw error
  }
}

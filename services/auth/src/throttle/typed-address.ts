import { AccountsError } from '@pas/accounts/accounts-error'
import { normalizeEmailAddress } from '@pas/accounts/get-user'
import { createHash } from 'node:crypto'

export interface TypedAddress {
  /** The address as `users.email` has it; null when the text is no e-mail address. */
  normalized: string | null
  /** Names the address in the keys of limits: a hash, 64 hexadecimal digits. */
  key: string
}

/** Reads an e-mail address that a person typed. Never throws, so that no answer tells which addresses are valid. */
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

import { hash, verify } from '@node-rs/argon2'
import { AccountsError } from './accounts-error'

/** OWASP Password Storage Cheat Sheet, argon2id (the library's default): 19 MiB, 2 passes, 1 lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * NIST SP 800-63B (2017) §5.1.1.2: at least 8 characters, 64 and more allowed. The upper bound caps the work of one
 * sign-in.
 */
export const minPasswordCharacters = 8
export const maxPasswordCharacters = 1_024

export function isPasswordAllowed(password: string): boolean {
  const characters = countCharacters(password)
  return characters >= minPasswordCharacters && characters <= maxPasswordCharacters
}

/** Throws `password_invalid`. */
export function assertPassword(password: string): void {
  if (isPasswordAllowed(password)) return
  throw new AccountsError(
    'password_invalid',
    `The password has ${countCharacters(password)} characters: give one of ${minPasswordCharacters} to ${maxPasswordCharacters}, or leave it out to have one made.`,
  )
}

export async function hashPassword(password: string): Promise<string> {
  return hash(normalize(password), cost)
}

/**
 * A `passwordHash` of null (no such user) costs as much work, so that the response time does not tell whether an e-mail
 * address has a user.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  if (countCharacters(password) > maxPasswordCharacters) return false
  if (passwordHash !== null) return verify(passwordHash, normalize(password))
  await hashPassword(password)
  return false
}

/** NIST SP 800-63B (2017) §5.1.1.2: each Unicode code point is one character. */
const countCharacters = (password: string): number => [...password].length

/** NIST SP 800-63B (2017) §5.1.1.2: the same text typed on two keyboards is one password. */
const normalize = (password: string): string => password.normalize('NFKC')

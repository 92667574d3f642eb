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

/** Whether a new password has an allowed length. */
export function isPasswordAllowed(password: string): boolean {
  const characters = countCharacters(password)
  return characters >= minPasswordCharacters && characters <= maxPasswordCharacters
}

/** Throws `password_invalid` when the password is too short or too long. */
export function assertPassword(password: string): void {
  if (isPasswordAllowed(password)) return
  throw new AccountsError(
    'password_invalid',
    `The password has ${countCharacters(password)} characters: give one of ${minPasswordCharacters} to ${maxPasswordCharacters}, or leave it out to have one made.`,
  )
}

/** The password's argon2id hash, in PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  return hash(normalize(password), cost)
}

/**
 * Whether the password is the one that was hashed. A hash of `null` means that there is no such user: the result is
 * false after as much work, so that the response time does not tell a caller whether an e-mail address has a user.
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

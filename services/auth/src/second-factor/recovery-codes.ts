import { sha256 } from '@pas/accounts/secrets'
import { randomInt } from 'node:crypto'

/** Crockford's base32: without I, L, O and U, which are mistaken for others. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const codesPerUser = 10
/** 80 bits: few enough to type, and too many to find out from a SHA-256. */
const charactersPerCode = 16

export const makeRecoveryCodes = (): string[] => Array.from({ length: codesPerUser }, makeRecoveryCode)

function makeRecoveryCode(): string {
  const characters = Array.from({ length: charactersPerCode }, () => alphabet[randomInt(alphabet.length)])
  return characters.join('').replace(/(.{4})(?!$)/g, '$1-')
}

/** Typed in any case, with or without hyphens and spaces. */
export const hashRecoveryCode = (typed: string): Uint8Array<ArrayBuffer> =>
  sha256(
    typed
      .toLowerCase()
      .replace(/[\s-]/g, '')
      // Crockford's base32 reads these letters as the digits that they look like.
      .replaceAll('o', '0')
      .replace(/[il]/g, '1'),
  )

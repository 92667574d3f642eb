import { randomInt } from 'node:crypto'
import { sha256 } from '@pas/accounts/secrets'

/** Crockford's base32: has none of the letters I, L, O and U, which are mistaken for others. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const codesPerUser = 10
/** 80 bits: few enough to type, and too many to find out from the code's SHA-256. */
const charactersPerCode = 16

/** Ten new recovery codes, each with a hyphen after every four characters. */
export const makeRecoveryCodes = (): string[] => Array.from({ length: codesPerUser }, makeRecoveryCode)

/** The hash of a recovery code as a person types it: in any case, with or without hyphens and spaces. */
export const hashRecoveryCode = (typed: string): Uint8Array<ArrayBuffer> =>
  sha256(
    typed
      .toLowerCase()
      .replace(/[\s-]/g, '')
      // Crockford's base32 reads these letters as the digits that they look like.
      .replaceAll('o', '0')
      .replace(/[il]/g, '1'),
  )

function makeRecoveryCode(): string {
  const characters = Array.from({ length: charactersPerCode }, () => alphabet[randomInt(alphabet.length)])
  return characters.join('').replace(/(.{4})(?!$)/g, '$1-')
}

import { Secret, TOTP } from 'otpauth'

/** RFC 4226 §4, R6: 160 bits. */
const secretBytes = 20

/** Phones' clocks differ (RFC 6238 §5.2). */
const allowedDriftSteps = 1

/** In base32. */
export const makeTotpSecret = (): string => new Secret({ size: secretBytes }).base32

/** Authenticator apps show `issuer` and `label` beside the code. */
export const totpUrl = (secret: string, names: { issuer: string; label: string }): string =>
  totpOf(secret, names).toString()

/** RFC 6238 §4; null for a code that is not of the present step or one beside it. */
export function findTimeStep(secret: string, code: string, now: Date): number | null {
  // The library throws for six characters that are not six bytes in UTF-8.
  if (!/^\d{6}$/.test(code)) return null
  const timestamp = now.getTime()
  const totp = totpOf(secret)
  const drift = totp.validate({ token: code, timestamp, window: allowedDriftSteps })
  return drift === null ? null : totp.counter({ timestamp }) + drift
}

/** The only parameters that every authenticator app honours. */
const totpOf = (secret: string, names = {}): TOTP =>
  new TOTP({ ...names, secret, algorithm: 'SHA1', digits: 6, period: 30 })

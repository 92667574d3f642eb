import { createHash, randomBytes } from 'node:crypto'

/** What each thing we issue begins with, so that a leaked one is recognised (docs/contract.md §1). */
export const secretPrefixes = {
  apiKey: 'pas_key_',
  clientId: 'pas_cid_',
  clientSecret: 'pas_sec_',
  password: 'pas_pwd_',
  authorizationCode: 'pas_cod_',
  accessToken: 'pas_tok_',
  refreshToken: 'pas_ref_',
  session: 'pas_ses_',
  authorizationRequest: 'pas_req_',
} as const

/** A new identifier or secret: its prefix and 256 random bits, all of `[A-Za-z0-9_-]`. */
export function issueSecret(kind: keyof typeof secretPrefixes): string {
  return secretPrefixes[kind] + randomBytes(32).toString('base64url')
}

/** What is stored of a secret. It is random, so that a fast hash is enough; a person's password is not: see `passwords`. */
export function sha256(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(secret).digest())
}

/** 60 of a key's 256 bits: enough never to meet twice, and 196 are left to guess. */
const publicKeyLength = secretPrefixes.apiKey.length + 10

/** The first characters of an API key, which name it where the key itself must not be seen. */
export const apiKeyPrefix = (apiKey: string): string => apiKey.slice(0, publicKeyLength)

import { createHash, randomBytes } from 'node:crypto'

/** Prefixes by which a leaked secret is recognised (docs/contract.md §1). */
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
  oneTimeLink: 'pas_lnk_',
  invitation: 'pas_inv_',
  device: 'pas_dev_',
  share: 'pas_shr_',
  boardSession: 'pas_brd_',
} as const

/** A prefix and 256 random bits, all of `[A-Za-z0-9_-]`. */
export function issueSecret(kind: keyof typeof secretPrefixes): string {
  return secretPrefixes[kind] + randomBytes(32).toString('base64url')
}

/** A fast hash is enough for a random secret; passwords need `hashPassword`. */
export function sha256(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(secret).digest())
}

/** Ten characters are 60 of a key's 256 bits: no two keys share them, and 196 bits stay secret. */
const publicKeyLength = secretPrefixes.apiKey.length + 10

/** Not secret: names the key in logs and the audit trail. */
export const apiKeyPrefix = (apiKey: string): string => apiKey.slice(0, publicKeyLength)

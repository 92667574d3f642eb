import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import type { AccountsDeps } from './accounts-deps'
import { currentLinkKeys, linkLifetimeMs } from './link-keys'

const audience = 'client-settings'

/**
 * What reading a client settings link found. An expired link has a signature of ours; a tampered one has not, or is no
 * link.
 */
export type SettingsLink = { status: 'valid' | 'expired'; userId: number } | { status: 'tampered' }

/**
 * The value of `link` in a configuration_url: a JWT (RFC 7519), HS256, that names the user. Valid for 7 days, any
 * number of times.
 */
export async function signSettingsLink(deps: AccountsDeps, userId: number): Promise<string> {
  const [{ kid, secret }] = await currentLinkKeys(deps)
  const issuedAt = deps.clock.now()
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256', kid })
    .setSubject(String(userId))
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(new Date(issuedAt.getTime() + linkLifetimeMs))
    .sign(secret)
}

/** Reads a link. A valid link proves which user it was made for; it does not sign anyone in. */
export async function readSettingsLink(deps: AccountsDeps, link: string): Promise<SettingsLink> {
  const key = await findKeyOf(deps, link)
  if (!key) return { status: 'tampered' }
  try {
    const { payload } = await jwtVerify(link, key, {
      algorithms: ['HS256'],
      audience,
      requiredClaims: ['sub', 'exp'],
      currentDate: deps.clock.now(),
    })
    return { status: 'valid', userId: Number(payload.sub) }
  } catch (error) {
    // jose checks the signature before the claims, so an expired link is one that we signed.
    if (error instanceof errors.JWTExpired) return { status: 'expired', userId: Number(error.payload.sub) }
    return { status: 'tampered' }
  }
}

async function findKeyOf(deps: AccountsDeps, link: string): Promise<Uint8Array | null> {
  try {
    const { kid } = decodeProtectedHeader(link)
    const keys = await currentLinkKeys(deps)
    return keys.find((key) => key.kid === kid)?.secret ?? null
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

import type { RowDeps } from '@pas/db/row-deps'
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import { currentLinkKeys, linkLifetimeMs } from './link-keys'

const audience = 'client-settings'

/** `expired`: it has a signature of ours. `tampered`: it has not, or is no link. */
export type SettingsLink = { status: 'valid' | 'expired'; userId: number } | { status: 'tampered' }

/** The `link` of a configuration_url: a JWT (RFC 7519), HS256. Valid for 7 days, any number of times. */
export async function signSettingsLink(deps: RowDeps, userId: number): Promise<string> {
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

/** A valid link proves for which user it was made; it does not sign them in. */
export async function readSettingsLink(deps: RowDeps, link: string): Promise<SettingsLink> {
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

async function findKeyOf(deps: RowDeps, link: string): Promise<Uint8Array | null> {
  try {
    const { kid } = decodeProtectedHeader(link)
    const keys = await currentLinkKeys(deps)
    return keys.find((key) => key.kid === kid)?.secret ?? null
  } catch (error) {
    // jose throws it for a text that is no JWT.
    if (error instanceof TypeError) return null
    throw error
  }
}

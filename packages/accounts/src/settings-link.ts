import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import type { AccountsDeps } from './accounts-deps'
import { currentLinkKeys, linkLifetimeMs } from './link-keys'

const audience = 'client-settings'

/** What a client settings link turned out to be. An expired one was ours. */
export type SettingsLink = { status: 'valid' | 'expired'; userId: number } | { status: 'tampered' }

/** The value of `link` in a configuration_url: a JWT (RFC 7519), HS256, that names the user, valid 7 days and as often as one likes. */
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

/** Reads a link. It proves which user it is for, and signs nobody in. */
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
    // The signature is checked before the claims are, so what is told to be expired is ours.
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

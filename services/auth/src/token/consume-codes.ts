import { sha256 } from '@pas/accounts/secrets'
import { Prisma } from '@pas/db/database'
import { planOnce } from './in-batches'
import { countGrants } from './issue-limit'
import { familyExpiry, tokenExpiries, type IssuedTokens } from './issued-tokens'
import type { NewTokens } from '../oauth/oauth2-server'
import type { PresentedCode } from './presented-code'
import { actorOf, type GrantDeps, type TokenCaller } from './token-request'

export interface CodeUse {
  sentCode: string
  code: PresentedCode
  tokens: NewTokens
  caller: TokenCaller
}

/**
 * Results have the order of `uses`, and are null where another exchange has used the code or the consent was taken
 * back. Locks the consent, so that taking it back waits until the family can be revoked.
 */
export async function consumeCodes(
  { config, db, clock }: GrantDeps,
  uses: readonly CodeUse[],
): Promise<(IssuedTokens | null)[]> {
  const now = clock.now()
  const expiries = uses.map(({ code }) => {
    const familyExpiresAt = code.familyExpiresAt ?? familyExpiry(now)
    return { familyExpiresAt, ...tokenExpiries(config, now, familyExpiresAt) }
  })
  const consumedRows = await db.$queryRaw<{ place: number }[]>`
    WITH allowed AS (
      SELECT p.*
        FROM (SELECT ${uses.map(({ sentCode }) => sha256(sentCode))}::bytea[] AS codes,
                     ${uses.map(({ code }) => code.userId)}::int[] AS users,
                     ${uses.map(({ code }) => code.applicationId)}::int[] AS applications,
                     ${uses.map(({ tokens }) => sha256(tokens.accessToken))}::bytea[] AS access_tokens,
                     ${uses.map(({ tokens }) => sha256(tokens.refreshToken))}::bytea[] AS refresh_tokens,
                     ${uses.map(({ caller }) => actorOf(caller))}::text[] AS actors,
                     ${uses.map(({ caller }) => caller.ip)}::text[] AS ips,
                     ${expiries.map(({ familyExpiresAt }) => familyExpiresAt)}::timestamptz[] AS family_ends,
                     ${expiries.map(({ accessTokenExpiresAt }) => accessTokenExpiresAt)}::timestamptz[] AS access_ends,
                     ${expiries.map(({ refreshTokenExpiresAt }) => refreshTokenExpiresAt)}::timestamptz[] AS refresh_ends
                     ${planOnce}) AS b
       CROSS JOIN unnest(b.codes, b.users, b.applications, b.access_tokens, b.refresh_tokens, b.actors, b.ips,
                         b.family_ends, b.access_ends, b.refresh_ends)
             WITH ORDINALITY AS p (code_hash, user_id, oauth_application_id, access_hash, refresh_hash, actor, ip,
                                   family_end, access_end, refresh_end, place)
       -- LATERAL with a lock: as a join, Postgres would read the whole table of consents for each batch.
       CROSS JOIN LATERAL (SELECT FROM consents s
                            WHERE s.user_id = p.user_id AND s.oauth_application_id = p.oauth_application_id
                              FOR KEY SHARE) AS consented
       -- Two processes with the same codes lock their rows in the same order, so that they cannot deadlock.
       ORDER BY p.code_hash),
    used AS (
      UPDATE authorization_codes c
         SET used_at = ${now}::timestamptz, token_family_id = nextval('token_families_id_seq')
        FROM allowed p
       WHERE c.code_hash = p.code_hash AND c.used_at IS NULL
      RETURNING p.*, c.token_family_id, c.scope, c.sign_in_id, c.actor_user_id),
    family AS (
      INSERT INTO token_families (id, oauth_application_id, user_id, scope, created_at, expires_at, sign_in_id,
                                  actor_user_id)
      SELECT token_family_id, oauth_application_id, user_id, scope, ${now}::timestamptz, family_end,
             sign_in_id, actor_user_id
        FROM used),
    access AS (
      INSERT INTO access_tokens (token_hash, token_family_id, created_at, expires_at)
      SELECT access_hash, token_family_id, ${now}::timestamptz, access_end FROM used),
    refresh AS (
      INSERT INTO refresh_tokens (token_hash, token_family_id, created_at, expires_at)
      SELECT refresh_hash, token_family_id, ${now}::timestamptz, refresh_end FROM used),
    audit AS (
      INSERT INTO audit_events (at, actor, action, target, ip, details)
      SELECT ${now}::timestamptz, actor, 'token.issue', 'user:' || user_id, ip,
             jsonb_build_object('family', token_family_id::text)
        FROM used),
    counted AS (${countGrants(Prisma.sql`used`, now)})
    SELECT place::int FROM used`
  const consumedIndexes = new Set(consumedRows.map(({ place }) => place - 1))
  return uses.map(({ code, tokens }, index) => {
    const expiry = expiries[index]
    if (!expiry || !consumedIndexes.has(index)) return null
    const { accessTokenExpiresAt } = expiry
    return { ...tokens, scope: code.scope, issuedAt: now, accessTokenExpiresAt }
  })
}

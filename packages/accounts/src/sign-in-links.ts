import type { RowDeps } from '@pas/db/row-deps'
import { linkExpiry } from './one-time-links'
import { issueSecret, sha256 } from './secrets'

/**
 * Makes a one-time link that signs a user in; resolves to its token in clear text. `npm start` uses it for the demo's
 * user: the auth service accepts such links only when its own URL is on loopback. It replaces the user's earlier
 * link of this kind, which no longer works.
 */
export async function createSignInLink({ db, clock }: RowDeps, userId: number): Promise<string> {
  const token = issueSecret('oneTimeLink')
  const now = clock.now()
  await db.oneTimeLink.deleteMany({ where: { userId, purpose: 'sign_in' } })
  await db.oneTimeLink.create({
    data: {
      userId,
      tokenHash: sha256(token),
      purpose: 'sign_in',
      language: 'en',
      createdAt: now,
      expiresAt: linkExpiry(now),
    },
  })
  return token
}

/**
 * Uses a sign-in link up: resolves to the user's id, or to null when the link was used, has expired or was replaced by
 * a newer one, and when the user or their account is disabled. When several requests use one link at once, one
 * succeeds.
 */
export async function spendSignInLink({ db, clock }: RowDeps, token: string): Promise<number | null> {
  const [spent] = await db.$queryRaw<{ userId: number }[]>`
    DELETE FROM one_time_links l USING users u, accounts a
     WHERE l.token_hash = ${sha256(token)}::bytea AND l.purpose = 'sign_in' AND l.expires_at > ${clock.now()}::timestamptz
       AND u.id = l.user_id AND a.id = u.account_id AND u.disabled_at IS NULL AND a.disabled_at IS NULL
    RETURNING u.id AS "userId"`
  return spent?.userId ?? null
}

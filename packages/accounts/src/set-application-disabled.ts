import type { RowDeps } from '@pas/db/row-deps'
import { getOauthApplication } from './get-oauth-application'
import { revokeTokenFamilies } from './revoke-token-families'

/**
 * Disabling ends codes and tokens for good; enabling first ends those made since. The client_secret and API keys then
 * work again. Idempotent. Throws `application_not_found`.
 */
export async function setApplicationDisabled(
  { db, clock }: RowDeps,
  clientId: string,
  disabled: boolean,
): Promise<void> {
  const { id, disabledAt } = await getOauthApplication({ db }, clientId)
  if (!disabled && disabledAt === null) return
  if (disabled) await markApplicationDisabled({ db, clock }, clientId)
  await revokeTokenFamilies({ db, clock }, { oauthApplicationId: id })
  if (!disabled) await db.oauthApplication.update({ where: { id }, data: { disabledAt: null } })
}

/** Shuts the application out at once; `setApplicationDisabled` then ends its tokens. Throws `application_not_found`. */
export async function markApplicationDisabled({ db, clock }: RowDeps, clientId: string): Promise<void> {
  const { id, disabledAt } = await getOauthApplication({ db }, clientId)
  if (disabledAt === null)
    await db.oauthApplication.update({ where: { id }, data: { disabledAt: clock.now() } })
}

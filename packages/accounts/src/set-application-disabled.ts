import type { RowDeps } from '@pas/db/row-deps'
import { getOauthApplication } from './get-oauth-application'
import { revokeTokenFamilies } from './revoke-token-families'

/**
 * Disables or enables an application. Disabling ends its codes and tokens for good; enabling ends those that were made
 * while it was being disabled. Its client_secret and API keys work again once it is enabled. Disabling again ends what
 * is left; enabling again changes nothing. Throws `application_not_found`.
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

/**
 * Sets `disabledAt`, which shuts the application out at once; `setApplicationDisabled` then ends its tokens, which may
 * be a million and take long. Throws `application_not_found`.
 */
export async function markApplicationDisabled({ db, clock }: RowDeps, clientId: string): Promise<void> {
  const { id, disabledAt } = await getOauthApplication({ db }, clientId)
  if (disabledAt === null)
    await db.oauthApplication.update({ where: { id }, data: { disabledAt: clock.now() } })
}

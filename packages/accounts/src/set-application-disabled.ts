import type { AccountsDeps } from './accounts-deps'
import { getOauthApplication } from './get-oauth-application'
import { revokeTokenFamilies } from './revoke-token-families'

/**
 * Disables or enables an application. Disabling ends its codes and tokens for good, as `setUserDisabled` does; its client_secret
 * and API keys are good again once it is enabled. Disabling again only ends what is left, enabling again changes nothing. Throws `application_not_found`.
 */
export async function setApplicationDisabled(
  { db, clock }: AccountsDeps,
  clientId: string,
  disabled: boolean,
): Promise<void> {
  const { id, disabledAt } = await getOauthApplication({ db }, clientId)
  if (!disabled && disabledAt === null) return
  if (disabled) await markApplicationDisabled({ db, clock }, clientId)
  await revokeTokenFamilies({ db, clock }, { oauthApplicationId: id })
  if (!disabled) await db.oauthApplication.update({ where: { id }, data: { disabledAt: null } })
}

/** The first step of disabling, which shuts the application out: short, where ending a million tokens is not. Throws `application_not_found`. */
export async function markApplicationDisabled({ db, clock }: AccountsDeps, clientId: string): Promise<void> {
  const { id, disabledAt } = await getOauthApplication({ db }, clientId)
  if (disabledAt === null)
    await db.oauthApplication.update({ where: { id }, data: { disabledAt: clock.now() } })
}

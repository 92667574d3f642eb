import type { AccountsDeps } from './accounts-deps'
import { getOauthApplication } from './get-oauth-application'

/** Disables or enables an application; doing it again changes nothing. Throws `application_not_found`. */
export async function setApplicationDisabled(
  { db, clock }: AccountsDeps,
  clientId: string,
  disabled: boolean,
): Promise<void> {
  const { id, disabledAt } = await getOauthApplication({ db }, clientId)
  if ((disabledAt !== null) === disabled) return
  await db.oauthApplication.update({ where: { id }, data: { disabledAt: disabled ? clock.now() : null } })
}

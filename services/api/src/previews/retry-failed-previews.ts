import { findFailed } from '@pas/captures/retry-previews'
import { findEmailClient } from '@pas/email-clients/catalogue'
import { requestWhenFrozen, retryWithinLimits, type CreateWithinLimitsDeps } from './create-within-limits'
import type { OpenEmail } from '../emulation/open-email'
import type { PreviewConfiguration } from '@pas/email-clients/email-client'

/**
 * Leaves out email clients that the catalogue no longer has. Throws as `retryWithinLimits` and `requestWhenFrozen` do.
 */
export async function retryFailedPreviews(
  deps: CreateWithinLimitsDeps & Parameters<typeof requestWhenFrozen>[0],
  email: OpenEmail,
): Promise<PreviewConfiguration[]> {
  const failed = (await findFailed(deps, email.id)).flatMap((preview) => {
    const emailClient = findEmailClient(preview.emailClient)
    return emailClient ? [{ ...preview, offered: emailClient }] : []
  })
  const captures = await retryWithinLimits(deps, email, failed)
  if (captures.length > 0) await requestWhenFrozen(deps, email, captures)
  const retried = new Set(captures.map(({ id }) => id))
  return failed
    .filter(({ id }) => retried.has(id))
    .map(({ offered, orientation, images }) => ({ emailClient: offered, orientation, images }))
}

import type { AuditNotes } from '@pas/accounts/audit-notes'
import { addressKey } from '@pas/runtime/http/address-key'
import { grantName } from '../events'
import { tooManyRequests } from '../oauth/errors'
import type { Throttle } from '../throttle/open-throttle'
import { spendFailure } from '../throttle/spend-failure'
import { InvalidClientError } from './read-client-credentials'
import type { TokenRequest } from './token-request'

/**
 * Counts `invalid_client` failures (docs/contract.md §4.19). Unknown applications get no audit row: names can be made
 * up. `invalid_grant` is not counted: strangers can make an application present made-up codes.
 */
export async function withinFailureLimit<T>(
  { refusalTrail, throttle }: { refusalTrail: AuditNotes; throttle: Throttle },
  { credentials: { clientId }, ip, parameters }: TokenRequest,
  work: () => Promise<T>,
): Promise<T> {
  const address = addressKey(ip ?? undefined)
  const key = `${clientId}|${address}`
  const knownWaitSeconds = throttle.invalidClientPerApplication.waitSecondsOf(key)
  if (knownWaitSeconds !== null) throw tooManyRequests('Too many failures', knownWaitSeconds)
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof InvalidClientError)) throw error
    const [addressFailure, applicationFailure] = await Promise.all([
      spendFailure(throttle.refusalsPerAddress, address),
      error.isKnown ? spendFailure(throttle.invalidClientPerApplication, key) : null,
    ])
    const waitSeconds = addressFailure.waitSeconds ?? applicationFailure?.waitSeconds ?? null
    if (waitSeconds !== null) throw tooManyRequests('Too many failures', waitSeconds)
    if (error.isKnown && addressFailure.isCounted) {
      void refusalTrail.write({
        actor: 'anonymous',
        action: 'token.refuse',
        target: `application:${clientId}`,
        ...(ip !== null && { ip }),
        details: { error: error.code, grant: grantName(parameters.get('grant_type')) },
      })
    }
    throw error
  }
}

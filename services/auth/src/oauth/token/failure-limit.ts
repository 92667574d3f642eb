import type { AuditNotes } from '@pas/accounts/audit-notes'
import { addressKey } from '@pas/runtime/http/address-key'
import type { Throttle } from '../../throttle/open-throttle'
import { spendFailure } from '../../throttle/spend-failure'
import { OAuthError } from '../errors'
import { grantName } from './grant-name'
import { InvalidClientError } from './read-client-credentials'
import type { TokenRequest } from './token-request'

export interface FailureDeps {
  refusalTrail: AuditNotes
  throttle: Pick<Throttle, 'invalidClientPerApplication' | 'refusalsPerAddress'>
}

/**
 * Runs `work` within the wrong credentials that one application may have from one address (docs/contract.md §4): with none left, everything of
 * that application is refused there. A wrong secret of an application that exists is audited; an unknown application only counts, as
 * the trail is never erased and anybody can make names up. `invalid_grant` spends nothing: strangers can have an application present
 * made-up codes at its callback URI, and 256 random bits need no limit.
 */
export async function withinFailureLimit<T>(
  { refusalTrail, throttle }: FailureDeps,
  { credentials: { clientId }, ip, parameters }: TokenRequest,
  work: () => Promise<T>,
): Promise<T> {
  const address = addressKey(ip ?? undefined)
  const key = `${clientId}|${address}`
  const exhausted = throttle.invalidClientPerApplication.exhausted(key)
  if (exhausted !== null) throw tooManyFailures(exhausted)
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof InvalidClientError)) throw error
    const [ofAddress, ofApplication] = await Promise.all([
      spendFailure(throttle.refusalsPerAddress, address),
      error.isKnown ? spendFailure(throttle.invalidClientPerApplication, key) : null,
    ])
    const waitSeconds = ofAddress.waitSeconds ?? ofApplication?.waitSeconds ?? null
    if (waitSeconds !== null) throw tooManyFailures(waitSeconds)
    if (error.isKnown && ofAddress.isCounted) {
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

const tooManyFailures = (waitSeconds: number): OAuthError =>
  new OAuthError('temporarily_unavailable', `Too many failures; try again in ${waitSeconds} seconds.`, {
    status: 429,
    headers: { 'Retry-After': String(waitSeconds) },
  })

import { createHash } from 'node:crypto'
import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { withinPatience } from '@pas/runtime/within-patience'
import { addressKey } from '../../throttle/address-key'
import type { Throttle } from '../../throttle/open-throttle'
import { OAuthError } from '../errors'
import { grantName } from './grant-name'
import type { TokenRequest } from './token-request'

interface FailureDeps {
  db: Database
  clock: Clock
  throttle: Pick<Throttle, 'tokens'>
}

/**
 * Runs `work` within the failures that one application may have from one address (contract §4). Failed credentials and grants spend one,
 * and are audited; with none left, everything is refused.
 */
export async function withinFailureLimit<T>(
  deps: FailureDeps,
  request: TokenRequest,
  work: () => Promise<T>,
): Promise<T> {
  const name = applicationName(request.credentials.clientId)
  const key = `${name}|${addressKey(request.ip ?? undefined)}`
  const waitSeconds = deps.throttle.tokens.exhausted(key)
  if (waitSeconds !== null) throw tooManyFailures(waitSeconds)
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OAuthError) || !isFailure(error)) throw error
    await recordRefusal(deps, request, name, error)
    const left = await withinPatience(deps.throttle.tokens.spend(key))
    throw left === null ? error : tooManyFailures(left)
  }
}

const isFailure = ({ code }: OAuthError): boolean => code === 'invalid_client' || code === 'invalid_grant'

async function recordRefusal(
  { db, clock }: FailureDeps,
  { ip, parameters }: TokenRequest,
  name: string,
  { code }: OAuthError,
): Promise<void> {
  await recordAuditEvent(db, {
    at: clock.now(),
    // Whose name it is was proved before a grant is looked at, and not before.
    actor: code === 'invalid_client' ? 'anonymous' : `application:${name}`,
    action: 'token.refuse',
    target: `application:${name}`,
    ...(ip !== null && { ip }),
    details: { error: code, grant: grantName(parameters.get('grant_type')) },
  })
}

/** A client_id as we issue them, or the hash of what was sent in its place, which may be long or anything. */
function applicationName(clientId: string): string {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(clientId)) return clientId
  return `sha256-${createHash('sha256').update(clientId).digest('hex').slice(0, 32)}`
}

const tooManyFailures = (waitSeconds: number): OAuthError =>
  new OAuthError('temporarily_unavailable', `Too many failures; try again in ${waitSeconds} seconds.`, {
    status: 429,
    headers: { 'Retry-After': String(waitSeconds) },
  })

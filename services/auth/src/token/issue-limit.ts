import { tooManyRequests } from '../oauth/errors'
import type { GrantOutcome } from '../oauth/oauth2-server'
import type { Throttle } from '../throttle/open-throttle'
import { spendFailure } from '../throttle/spend-failure'

/**
 * Each grant leaves an audit row, which is never removed. Throws 429 with no pair left; the code or refresh token then
 * stays unused. Counts while the grant runs, so grants at the same time as the last pair are issued, too.
 */
export async function withinIssueLimit<Issued>(
  { throttle }: { throttle: Throttle },
  { applicationId, userId }: { applicationId: number; userId: number },
  run: () => Promise<GrantOutcome<Issued>>,
): Promise<GrantOutcome<Issued>> {
  const key = `${applicationId}|${userId}`
  const waitSeconds = throttle.tokensPerUser.waitSecondsOf(key)
  if (waitSeconds !== null)
    throw tooManyRequests('Too many tokens were issued to the application for this user', waitSeconds)
  const [outcome] = await Promise.all([run(), spendFailure(throttle.tokensPerUser, key)])
  return outcome
}

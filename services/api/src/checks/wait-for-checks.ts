import type { CheckRow } from '@pas/checks/check-state'
import { createCounts, type Counts } from '@pas/runtime/http/shared-places'
import type { EmailCaller } from '../authentication/authenticate'
import { requestWaits } from '../events'
import type { OpenEmail } from '../emulation/open-email'
import type { ConnectionPlaces } from '../limits/connection-places'
import type { CheckWork } from './measurements/check-work'

interface WaitDeps {
  config: { longPollTimeoutMs: number }
  checkWork: CheckWork
  waitingPlaces: ConnectionPlaces
}

/** A shorter wait counts as a check. */
const minUncountedMs = 10_000
const maxWaitsOfAccount = 16

/**
 * Waits for running checks: the request that began them was counted, so this one is not. False when it did not wait.
 * Throws as `waitingPlaces.take`.
 */
export function createUncountedWait(deps: WaitDeps) {
  const waits: Counts<number> = createCounts()
  const isMeasured = ({ name }: CheckRow): boolean => name !== 'report'
  return async (
    caller: EmailCaller,
    email: OpenEmail,
    seconds: number,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const { accountId } = email
    if (waitMs(deps, seconds) < minUncountedMs || waits.of(accountId) >= maxWaitsOfAccount) return false
    const giveBack = waits.add(accountId)
    try {
      if ((await deps.checkWork.findUnderWay(email.id, isMeasured)).length === 0) return false
      await takePlaceAndWait(deps, { caller, email, seconds }, signal, (end) =>
        deps.checkWork.untilEnded(email.id, isMeasured, end),
      )
      return true
    } finally {
      giveBack()
    }
  }
}

/** Ends when `untilEnded` resolves or the time is over. */
export async function takePlaceAndWait(
  deps: WaitDeps,
  { caller, email, seconds }: { caller: EmailCaller; email: OpenEmail; seconds: number },
  signal: AbortSignal,
  untilEnded: (end: AbortSignal) => Promise<void>,
): Promise<void> {
  const giveBack = deps.waitingPlaces.take(caller, email)
  const end = AbortSignal.any([signal, deps.checkWork.waitsEnd, AbortSignal.timeout(waitMs(deps, seconds))])
  await requestWaits(untilEnded(end)).finally(giveBack)
}

const waitMs = ({ config }: Pick<WaitDeps, 'config'>, seconds: number): number =>
  Math.min(seconds * 1000, config.longPollTimeoutMs)

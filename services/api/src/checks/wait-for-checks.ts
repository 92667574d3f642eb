import { findCheckRows } from '@pas/captures/check-rows'
import { isUnderWay, type CheckRow } from '@pas/captures/check-state'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { createCounts, type Counts } from '@pas/runtime/http/shared-places'
import type { EmailCaller } from '../authentication/authenticate'
import { requestWaits } from '../events'
import type { OpenEmail } from '../emulation/open-email'
import type { ConnectionPlaces } from '../limits/connection-places'
import type { CheckWork } from './check-work'

interface WaitDeps extends DatabaseDeps {
  config: { longPollTimeoutMs: number }
  checkWork: CheckWork
  waitingPlaces: ConnectionPlaces
}

/** A shorter wait counts as a check. */
const leastFreeMs = 10_000
const maxFreeOfAccount = 16

/** Waits for running checks are not counted: the request that began them was. */
export interface FreeWaits {
  /**
   * True when it waited. False when nothing was under way, the wait is short, or too many of the account wait. Throws
   * as `waitingPlaces.take`.
   */
  wait(caller: EmailCaller, email: OpenEmail, seconds: number, signal: AbortSignal): Promise<boolean>
}

export function createFreeWaits(deps: WaitDeps): FreeWaits {
  const ofAccounts: Counts<number> = createCounts()
  const idsUnderWay = async (emailId: string): Promise<string[]> => {
    const now = deps.clock.now()
    const isWork = (row: CheckRow): boolean => row.name !== 'report' && isUnderWay(row, now)
    return (await findCheckRows(deps, emailId)).filter(isWork).map(({ id }) => id)
  }
  return {
    wait: async (caller, email, seconds, signal) => {
      const { accountId } = email
      if (waitMs(deps, seconds) < leastFreeMs || ofAccounts.of(accountId) >= maxFreeOfAccount) return false
      const giveBack = ofAccounts.add(accountId)
      try {
        let left = await idsUnderWay(email.id)
        if (left.length === 0) return false
        const untilEnded = async (end: AbortSignal): Promise<void> => {
          for (; left.length > 0 && !end.aborted; left = await idsUnderWay(email.id))
            await deps.checkWork.untilChanged(left, end)
        }
        await waitInPlace(deps, { caller, email, seconds }, signal, untilEnded)
        return true
      } finally {
        giveBack()
      }
    },
  }
}

const waitMs = ({ config }: Pick<WaitDeps, 'config'>, seconds: number): number =>
  Math.min(seconds * 1000, config.longPollTimeoutMs)

/** Ends when `untilEnded` resolves or the time is over. */
export async function waitInPlace(
  deps: WaitDeps,
  { caller, email, seconds }: { caller: EmailCaller; email: OpenEmail; seconds: number },
  signal: AbortSignal,
  untilEnded: (end: AbortSignal) => Promise<void>,
): Promise<void> {
  const giveBack = deps.waitingPlaces.take(caller, email)
  const end = AbortSignal.any([signal, deps.checkWork.waitsEnd, AbortSignal.timeout(waitMs(deps, seconds))])
  await requestWaits(untilEnded(end)).finally(giveBack)
}

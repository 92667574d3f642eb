import { setTimeout as delay } from 'node:timers/promises'
import type { ServiceProcess } from '../e2e/start-services'
import { browserClient, type Account, type FaultStage } from '../faults/fault-stage'
import type { RandomNumbers } from './random-numbers'

/** Statuses after which a caller may retry; 0 is no answer. */
const mayTryAgain = new Set([0, 429, 503, 504])
/** How long a caller retries before it gives up. */
const patienceMs = 180_000

/** A steady load of emails and their previews, until it is stopped. */
export interface SteadyLoad {
  accepted: () => number
  drawn: () => number
  /**
   * Statuses after which a caller must not retry, and previews that were not drawn in time: all of them are failures.
   */
  surprises: string[]
  /** Sends no new email; resolves when every caller has its picture or has given up. */
  stop(): Promise<void>
}

/**
 * Sends `perSecond` emails a second; accounts take turns. Every third email names its preview in `configurations`, and
 * no caller requests it afterwards. The previews of the others are requested from random live API processes until they
 * are drawn, as a user would reload the page.
 */
export function startSteadyLoad(
  stage: FaultStage,
  apis: ReadonlySet<ServiceProcess>,
  accounts: readonly Account[],
  html: (name: string) => string,
  perSecond: number,
  random: RandomNumbers,
): SteadyLoad {
  const surprises: string[] = []
  const walks = new Set<Promise<void>>()
  let accepted = 0
  let drawn = 0
  let sent = 0
  const anyApi = (): ServiceProcess => random.oneOf([...apis])

  async function walk(number: number): Promise<void> {
    const account = accounts[number % accounts.length]
    const isForgotten = number % 3 === 0
    const email = { html: html(String(number)), ...(account && { account }) }
    const posted = await stage.postEmail(anyApi(), {
      ...email,
      ...(isForgotten && { codes: [browserClient] }),
    })
    if (posted.status !== 200) {
      if (!mayTryAgain.has(posted.status)) surprises.push(`POST: ${posted.status}`)
      return
    }
    accepted++
    if (!isForgotten) await untilDrawn(posted.guid)
  }

  async function untilDrawn(guid: string): Promise<void> {
    const end = performance.now() + patienceMs
    while (performance.now() < end) {
      const { status, retryAfter } = await stage.askPreview(anyApi(), guid)
      if (status === 301) {
        drawn++
        return
      }
      if (!mayTryAgain.has(status)) {
        surprises.push(`GET: ${status}`)
        return
      }
      await delay(Math.min(5, Number(retryAfter ?? 1)) * 1_000)
    }
    surprises.push(`no picture after ${patienceMs} ms`)
  }

  const timer = setInterval(() => {
    const walking = walk(sent++).finally(() => walks.delete(walking))
    walks.add(walking)
  }, 1_000 / perSecond)
  return {
    accepted: () => accepted,
    drawn: () => drawn,
    surprises,
    stop: async () => {
      clearInterval(timer)
      await Promise.all(walks)
    },
  }
}

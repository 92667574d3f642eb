import { readCheckResult } from '@pas/checks/check-results'
import { failLostResult } from '@pas/checks/check-rows'
import type { LinkAnswer } from '@pas/email-checks/measurements'
import { inTurn, turnTimeoutMs } from '../../emulation/emulate-in-turns'
import type { OpenEmail, ReadableEmail } from '../../emulation/open-email'
import type { AskLinks } from '../links/ask-links'
import { failed, ownMeasurement, type Measurement, type MeasuringDeps } from './measurement'

const findTimeoutMs = 10_000

export function linksMeasurement(
  deps: MeasuringDeps,
  askLinks: AskLinks,
  stored: OpenEmail,
  email: ReadableEmail,
): Measurement<ReadonlyMap<string, LinkAnswer>> {
  const { id, accountId } = stored
  const measure = async (signal: AbortSignal) => {
    const { followTrackers } = deps.config.links
    const inTime = (): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(findTimeoutMs)])
    const find = async () =>
      deps.emailReader.forAccount(accountId).findLinks({ body: await email.body(), followTrackers }, inTime())
    const ends = { signal, deadline: AbortSignal.timeout(turnTimeoutMs) }
    const answers = await askLinks(accountId, await inTurn(deps, accountId, email, find, ends), signal)
    // What was not asked because this process stops is no answer.
    signal.throwIfAborted()
    return answers
  }
  return ownMeasurement(deps, stored, 'links', measure, async (row) => {
    const result = await readCheckResult(deps.storage, id, 'links')
    const isUnasked = result !== null && knowsNoPublicNames(result)
    const isDone = row.status === 'done'
    if (isDone && result && !isUnasked) return { status: 'done', description: null, result }
    // So that it is begun again, after a minute.
    if (isDone) await failLostResult(deps, row)
    return isUnasked ? { ...noPublicNames, result } : failed
  })
}

const noPublicNames = {
  status: 'unavailable',
  description: 'The network of this installation knows no public host names, so links cannot be asked.',
} as const

const knowsNoPublicNames = (answers: ReadonlyMap<string, LinkAnswer>): boolean =>
  [...answers.values()].some((answer) => answer.outcome === 'failed' && answer.failure === 'no_public_names')

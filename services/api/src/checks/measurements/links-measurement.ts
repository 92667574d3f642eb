import { readCheckResult } from '@pas/checks/check-results'
import { failLostResult } from '@pas/checks/check-rows'
import type { LinkAnswer } from '@pas/email-checks/measurements'
import { inTurn, turnTimeoutMs } from '../../emulation/emulate-in-turns'
import type { OpenEmail, ReadableEmail } from '../../emulation/open-email'
import type { AskLinks } from '../links/ask-links'
import { apiMeasurement, failedMeasurement, type Measurement, type MeasuringDeps } from './measurement'

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
    const findLinks = async () => {
      const body = await email.body()
      const findSignal = AbortSignal.any([signal, AbortSignal.timeout(findTimeoutMs)])
      return deps.emailReader.forAccount(accountId).findLinks({ body, followTrackers }, findSignal)
    }
    const ends = { signal, deadline: AbortSignal.timeout(turnTimeoutMs) }
    const links = await inTurn(deps, accountId, email, findLinks, ends)
    const answers = await askLinks(accountId, links, signal)
    // Links that were not asked because this process stops must be asked again.
    signal.throwIfAborted()
    return answers
  }
  return apiMeasurement(deps, stored, 'links', measure, async (row) => {
    const result = await readCheckResult(deps.storage, id, 'links')
    const lacksPublicNames = result !== null && isWithoutPublicNames(result)
    const isDone = row.status === 'done'
    if (isDone && result && !lacksPublicNames) return { status: 'done', description: null, result }
    // A failed row is begun again after a minute.
    if (isDone) await failLostResult(deps, row)
    return lacksPublicNames ? { ...noPublicNames, result } : failedMeasurement
  })
}

const noPublicNames = {
  status: 'unavailable',
  description: 'The network of this installation knows no public host names, so links cannot be asked.',
} as const

const isWithoutPublicNames = (answers: ReadonlyMap<string, LinkAnswer>): boolean =>
  [...answers.values()].some((answer) => answer.outcome === 'failed' && answer.failure === 'no_public_names')

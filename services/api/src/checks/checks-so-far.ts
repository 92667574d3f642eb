import type { ChecksOfEmail } from '@pas/email-checks/answers'
import { checkNames, type CheckName } from '@pas/email-checks/rule'
import type { EmailClient } from '@pas/email-clients/email-client'
import type { Storage } from '@pas/storage/storage'
import { getOpenEmail } from '../emulation/open-email'
import { checkEmail } from './check-email'
import { storedEmailUnderCheck } from './email-under-check'
import { openMeasurements } from './measurements/begin-measurements'
import type { MeasuringDeps } from './measurements/measurement'
import { maxClientsOfChecks } from './schema'

export type ChecksSoFarDeps = MeasuringDeps & { storage: Pick<Storage, 'get' | 'open'> }

const measuredNames: ReadonlySet<CheckName> = new Set(['contrast', 'effects', 'links', 'spam'])

/**
 * A copy to keep: what the rules find and what is measured by now. Begins no measurement. In the first
 * `maxClientsOfChecks` email clients. Throws 404 once the content is erased; rejects as `checkEmail`.
 */
export async function readChecksSoFar(
  deps: ChecksSoFarDeps,
  accountId: number,
  { emailGuid, emailClients }: { emailGuid: string; emailClients: readonly EmailClient[] },
  signal: AbortSignal,
): Promise<ChecksOfEmail> {
  const stored = await getOpenEmail(deps, emailGuid, accountId)
  const email = storedEmailUnderCheck(deps.storage, stored)
  const checked = [...new Set(emailClients)].slice(0, maxClientsOfChecks)
  const subject = { email, names: checkNames, emailClients: checked }
  const measurements = await openMeasurements(deps, stored, subject, signal)
  const { read: readMeasurements } = measurements
  const answer = await checkEmail(deps, accountId, { ...subject, readMeasurements }, signal)
  const checks = answer.checks.map((check) =>
    measuredNames.has(check.name) && (check.status === 'running' || check.status === 'failed')
      ? { ...check, status: 'failed' as const, description: 'It was not measured by then.' }
      : check,
  )
  return { ...answer, complete: true, checks }
}

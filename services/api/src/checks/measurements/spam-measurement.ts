import type { MeasuredSpam } from '@pas/email-checks/measurements'
import type { OpenEmail, ReadableEmail } from '../../emulation/open-email'
import { measureSpam } from '../spam/measure-spam'
import {
  apiMeasurement,
  failedMeasurement,
  readResult,
  type Measurement,
  type MeasuringDeps,
} from './measurement'

export function spamMeasurement(
  deps: MeasuringDeps,
  stored: OpenEmail,
  email: ReadableEmail,
): Measurement<MeasuredSpam> {
  const measure = async (signal: AbortSignal) => {
    const measured = await measureSpam(deps.config, stored.accountId, await email.body(), signal)
    if (measured?.status === 'done' || measured?.status === 'not_applicable') return measured
    // Recorded as a failure, so that spamd is asked again.
    throw new Error(measured?.description ?? 'no spamd is configured')
  }
  return apiMeasurement(
    deps,
    stored,
    'spam',
    measure,
    async (row) => (await readResult(deps, stored.id, 'spam', row)) ?? failedMeasurement,
  )
}

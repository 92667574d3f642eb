import type { MeasuredSpam } from '@pas/email-checks/measurements'
import type { OpenEmail, ReadableEmail } from '../../emulation/open-email'
import { measureSpam } from '../spam/measure-spam'
import { failed, ownMeasurement, readResult, type Measurement, type MeasuringDeps } from './measurement'

export function spamMeasurement(
  deps: MeasuringDeps,
  stored: OpenEmail,
  email: ReadableEmail,
): Measurement<MeasuredSpam> {
  const measure = async (signal: AbortSignal) => {
    const measured = await measureSpam(deps.config, stored.accountId, await email.body(), signal)
    // Recorded as a failure, so that it is asked again.
    if (measured?.status === 'done' || measured?.status === 'not_applicable') return measured
    throw new Error(measured?.description ?? 'no spamd is configured')
  }
  return ownMeasurement(
    deps,
    stored,
    'spam',
    measure,
    async (row) => (await readResult(deps, stored.id, 'spam', row)) ?? failed,
  )
}

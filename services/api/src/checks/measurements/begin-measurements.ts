import { findCheckRows } from '@pas/checks/check-rows'
import { askAgainAfterMs, type CheckRow } from '@pas/checks/check-state'
import { noMeasurements, type Measured, type Measurements } from '@pas/email-checks/measurements'
import type { CheckName } from '@pas/email-checks/rule'
import { UnreadEmailError } from '../../emulation/email-reader'
import { inTurn, turnTimeoutMs, type EmulationDeps } from '../../emulation/emulate-in-turns'
import type { OpenEmail, ReadableEmail } from '../../emulation/open-email'
import { measureSpam } from '../spam/measure-spam'
import { contrastMeasurement, effectsMeasurement } from './audit-measurement'
import { linksMeasurement } from './links-measurement'
import type { Measurement, MeasuringDeps, Subject } from './measurement'
import { spamMeasurement } from './spam-measurement'

/** Rejects when `signal` aborts. What failed after `failedBefore` is not begun again. */
export async function beginMeasurements(
  deps: MeasuringDeps,
  stored: OpenEmail,
  subject: Subject,
  signal: AbortSignal,
  failedBefore = new Date(deps.clock.now().getTime() - askAgainAfterMs),
) {
  const measurements = await openMeasurements(deps, stored, subject, signal)
  await measurements.begin(failedBefore)
  return measurements
}

/** Begins nothing: `read` tells what was measured until then. Rejects when `signal` aborts. */
export async function openMeasurements(
  deps: MeasuringDeps,
  stored: OpenEmail,
  { email, names, emailClients }: Subject,
  signal: AbortSignal,
) {
  const isAsked = (name: CheckName): boolean => names.includes(name)
  const mayUseHtml =
    (['effects', 'contrast', 'links'] as const).some(isAsked) &&
    (await mayHaveHtml(deps, stored.accountId, email, signal))
  const { linkAsker, config } = deps
  const measurements = {
    contrast: mayUseHtml && isAsked('contrast') ? contrastMeasurement(deps, stored, emailClients) : null,
    links:
      mayUseHtml && isAsked('links') && linkAsker ? linksMeasurement(deps, linkAsker, stored, email) : null,
    spam: config.spamd && isAsked('spam') ? spamMeasurement(deps, stored, email) : null,
  }
  // Without being asked for, they are not begun, but `code` says what was measured.
  const effects =
    (mayUseHtml && isAsked('effects')) || isAsked('code')
      ? effectsMeasurement(deps, stored, emailClients)
      : null
  const asked = [...Object.values(measurements), mayUseHtml && isAsked('effects') ? effects : null].filter(
    (one) => one !== null,
  )
  const isNeeded = (row: CheckRow): boolean => asked.some(({ needs }) => needs(row))
  return {
    begin: async (failedBefore: Date): Promise<void> => {
      await Promise.all(asked.map((one) => one.begin(failedBefore)))
    },
    untilEnded: (end: AbortSignal): Promise<void> => deps.checkWork.untilEnded(stored.id, isNeeded, end),
    read: async (): Promise<Measurements> => {
      const rows = asked.length > 0 || effects ? await findCheckRows(deps, stored.id) : []
      const read = async <Result>(one: Measurement<Result> | null): Promise<Measured<Result> | null> =>
        (await one?.read(rows.filter(one.needs))) ?? null
      const [contrast, links, spam, measuredEffects] = await Promise.all([
        read(measurements.contrast),
        read(measurements.links),
        read(measurements.spam),
        read(effects),
      ])
      return { contrast, links, spam, effects: measuredEffects }
    },
  }
}

/** Only spam is measured of an email that is not stored. */
export async function measureSent(
  { config }: Pick<MeasuringDeps, 'config'>,
  accountId: number,
  { email, names }: Subject,
  signal: AbortSignal,
): Promise<Measurements> {
  if (!names.includes('spam')) return noMeasurements
  return { ...noMeasurements, spam: await measureSpam(config, accountId, await email.body(), signal) }
}

/** True when the email is not read in time. */
function mayHaveHtml(
  deps: EmulationDeps,
  accountId: number,
  email: ReadableEmail,
  signal: AbortSignal,
): Promise<boolean> {
  // In the email's own texts `email.json` escapes quotation marks, so none of them matches.
  const read = async (): Promise<boolean> => !Buffer.from(await email.body()).includes('"htmlText":null')
  const ends = { signal, deadline: AbortSignal.timeout(turnTimeoutMs) }
  return inTurn(deps, accountId, email, read, ends).catch((error: unknown) => {
    if (error instanceof UnreadEmailError) return true
    throw error
  })
}

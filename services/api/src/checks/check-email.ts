import { failedCheck, checksOfEmail, type CheckAnswer, type ChecksOfEmail } from '@pas/email-checks/answers'
import type { LostAsset } from '@pas/email-checks/checked-email'
import type { Measurements } from '@pas/email-checks/measurements'
import type { CheckName } from '@pas/email-checks/rule'
import { byClients, gatherChanges, uprightWithImages } from '@pas/email-clients/effects/changes-of-clients'
import {
  emulateInTurns,
  inTurn,
  lossTextOf,
  turnTimeoutMs,
  type EmulationDeps,
} from '../emulation/emulate-in-turns'
import type { AssetFailure } from '@pas/emails/frozen-email'
import { UnreadEmailError } from '../emulation/email-reader'
import type { EmailUnderCheck } from './email-under-check'
import type { Subject } from './measurements/measurement'

/** They need what email clients change, and fail without it. */
const checksOfChanges: ReadonlySet<CheckName> = new Set(['code', 'images', 'dark'])

/** Failures that may be ours alone: readers of the email may still get such an asset. */
const uncertainFailures: ReadonlySet<AssetFailure> = new Set([
  'no_public_names',
  'connection',
  'redirects',
  'too_slow',
  'too_large',
  'budget',
  'too_many',
  'busy',
])

const rulesTimeoutMs = 10_000

/**
 * A check that is not done in time is `failed`. Rejects as the email's functions do, and with the reason of `signal`.
 */
export async function checkEmail(
  deps: EmulationDeps,
  accountId: number,
  {
    email,
    names,
    emailClients,
    readMeasurements,
  }: Subject & {
    email: EmailUnderCheck
    /** Called as late as possible: measuring goes on meanwhile. */
    readMeasurements: () => Promise<Measurements>
  },
  signal: AbortSignal,
): Promise<ChecksOfEmail> {
  const configurations = uprightWithImages(emailClients)
  const needsChanges = names.some((name) => checksOfChanges.has(name))
  const emulated = needsChanges
    ? await nullIfUnread(emulateInTurns(deps, accountId, { email, configurations }, signal))
    : null
  const lacksChanges = needsChanges && emulated === null
  const possible = lacksChanges ? names.filter((name) => !checksOfChanges.has(name)) : names
  const measurements = await readMeasurements()
  const changes = emulated && byClients(gatherChanges(emulated, measurements.effects?.result ?? undefined))
  // `readMeasurements` may have waited, and the email may have been erased.
  email.forget()
  const run = async (): Promise<CheckAnswer[]> => {
    const [body, assets, failedAssets] = await Promise.all([
      email.body(),
      email.assets(),
      email.failedAssets(),
    ])
    const lostAssets = failedAssets.map(({ url, where, ...failure }): LostAsset => ({
      url,
      where,
      reason: lossTextOf(failure),
      isCertain: !uncertainFailures.has(failure.reason),
    }))
    return deps.emailReader.forAccount(accountId).runChecks(
      {
        body,
        emailClientCodes: emailClients.map(({ code }) => code),
        names: possible,
        changes,
        assets,
        lostAssets,
        measurements,
      },
      AbortSignal.any([signal, AbortSignal.timeout(rulesTimeoutMs)]),
    )
  }
  const ends = { signal, deadline: AbortSignal.timeout(turnTimeoutMs) }
  const done = await nullIfUnread(inTurn(deps, accountId, email, run, ends))
  const answers =
    done === null
      ? names.map(failedCheck)
      : [...done, ...names.filter((name) => !possible.includes(name)).map(failedCheck)]
  return checksOfEmail({ emailGuid: email.stored?.id ?? null, emailClients }, answers)
}

async function nullIfUnread<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof UnreadEmailError) return null
    throw error
  })
}

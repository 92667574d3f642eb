import { failedCheck, checksOfEmail, type CheckAnswer, type ChecksOfEmail } from '@pas/email-checks/answers'
import type { LostAsset } from '@pas/email-checks/checked-email'
import type { Measurements } from '@pas/email-checks/measurements'
import type { CheckName } from '@pas/email-checks/rule'
import { byClients, uprightWithImages } from '@pas/email-clients/effects/changes-of-clients'
import {
  emulateInTurns,
  inTurn,
  lostBecause,
  turnTimeoutMs,
  type EmulationDeps,
} from '../emulation/emulate-in-turns'
import type { AssetFailure } from '@pas/emails/frozen-email'
import { UnreadEmailError } from '../emulation/email-reader'
import type { EmailUnderCheck } from './email-under-check'
import type { Subject } from './measurements/measurement'

/** They need what email clients change, and fail without it. */
const ofChanges: ReadonlySet<CheckName> = new Set(['code', 'images', 'dark'])

const timeoutMs = 10_000

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
    /** Called as late as possible, because they go on meanwhile. */
    readMeasurements: () => Promise<Measurements>
  },
  signal: AbortSignal,
): Promise<ChecksOfEmail> {
  const configurations = uprightWithImages(emailClients)
  const changes = names.some((name) => ofChanges.has(name))
    ? await inTime(emulateInTurns(deps, accountId, { email, configurations }, signal).then(byClients))
    : null
  const isUnread = changes === 'not in time'
  const possible = isUnread ? names.filter((name) => !ofChanges.has(name)) : names
  const measurements = await readMeasurements()
  // It may have waited, and the email may have been erased.
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
      reason: lostBecause(failure),
      isCertain: !mayBeThere.has(failure.reason),
    }))
    return deps.emailReader.forAccount(accountId).runChecks(
      {
        body,
        emailClientCodes: emailClients.map(({ code }) => code),
        names: possible,
        changes: isUnread ? null : changes,
        assets,
        lostAssets,
        measurements,
      },
      AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    )
  }
  const ends = { signal, deadline: AbortSignal.timeout(turnTimeoutMs) }
  const done = await inTime(inTurn(deps, accountId, email, run, ends))
  const answers =
    done === 'not in time'
      ? names.map(failedCheck)
      : [...done, ...names.filter((name) => !possible.includes(name)).map(failedCheck)]
  return checksOfEmail({ emailGuid: email.stored?.id ?? null, emailClients }, answers)
}

/** Failures that may be ours alone: readers of the email may still get such an asset. */
const mayBeThere: ReadonlySet<AssetFailure> = new Set([
  'no_public_names',
  'connection',
  'redirects',
  'too_slow',
  'too_large',
  'budget',
  'too_many',
  'busy',
])

async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer | 'not in time'> {
  return answer.catch((error: unknown) => {
    if (error instanceof UnreadEmailError) return 'not in time' as const
    throw error
  })
}

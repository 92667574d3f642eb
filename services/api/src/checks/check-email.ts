import { failedCheck, reportOf, type CheckReport } from '@pas/email-checks/report'
import type { CheckedAsset, LostAsset } from '@pas/email-checks/checked-email'
import type { CheckName } from '@pas/email-checks/rule'
import {
  byClients,
  uprightWithImages,
  type ChangeOfClients,
} from '@pas/email-clients/effects/changes-of-clients'
import type { EmailClient } from '@pas/email-clients/email-client'
import { emulateInTurns, lostBecause, type EmulationDeps, type ReadableEmail } from '../changes/list-changes'
import { UnreadEmailError } from '../reading/email-reader'

/** An email whose checks are asked for. */
export interface EmailUnderCheck extends ReadableEmail {
  /** Null for one that is not stored. */
  emailGuid: string | null
  /** Its assets that were fetched; null if none are. */
  assets: () => Promise<readonly CheckedAsset[] | null>
}

/** The checks that tell what email clients change. */
const ofChanges: ReadonlySet<CheckName> = new Set(['code', 'images', 'dark'])
/** Those of them that say nothing without it. */
const ofChangesAlone: ReadonlySet<CheckName> = new Set(['code', 'dark'])

/** Timeout of waiting for a thread and running the checks; a newsletter takes a tenth of a second. */
const timeoutMs = 10_000

/**
 * Checks an email for these email clients. When it cannot be emulated in time, the checks that need that are `failed`.
 * Rejects with an `UnreadEmailError` when no thread runs the checks in time, with the signal's reason when `signal`
 * aborts, and as the email's functions do.
 */
export async function checkEmail(
  deps: EmulationDeps,
  accountId: number,
  {
    email,
    names,
    emailClients,
  }: { email: EmailUnderCheck; names: readonly CheckName[]; emailClients: readonly EmailClient[] },
  signal: AbortSignal,
): Promise<CheckReport> {
  const changes = names.some((name) => ofChanges.has(name))
    ? await changesOf(deps, accountId, { email, emailClients }, signal)
    : null
  const isUnread = changes === 'not in time'
  const [body, assets, failedAssets] = await Promise.all([email.body(), email.assets(), email.failedAssets()])
  const lostAssets = failedAssets.map(({ url, where, ...failure }): LostAsset => ({
    url,
    where,
    reason: lostBecause(failure),
  }))
  const done = await deps.emailReader.of(accountId).runChecks(
    {
      body,
      emailClientCodes: emailClients.map(({ code }) => code),
      names: isUnread ? names.filter((name) => !ofChangesAlone.has(name)) : names,
      changes: isUnread ? null : changes,
      assets,
      lostAssets,
    },
    AbortSignal.timeout(timeoutMs),
  )
  const failed = isUnread ? names.filter((name) => ofChangesAlone.has(name)).map(failedCheck) : []
  return reportOf({ emailGuid: email.emailGuid, emailClients }, [...done, ...failed])
}

async function changesOf(
  deps: EmulationDeps,
  accountId: number,
  { email, emailClients }: { email: EmailUnderCheck; emailClients: readonly EmailClient[] },
  signal: AbortSignal,
): Promise<ChangeOfClients[] | 'not in time'> {
  const configurations = uprightWithImages(emailClients)
  try {
    return byClients(await emulateInTurns(deps, accountId, { email, configurations }, signal))
  } catch (error) {
    if (error instanceof UnreadEmailError) return 'not in time'
    throw error
  }
}

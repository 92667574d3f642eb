import { readCheckResult } from '@pas/checks/check-results'
import { findCheckRows } from '@pas/checks/check-rows'
import type { DatabaseDeps, DbDeps } from '@pas/db/row-deps'
import { drawnLike } from '@pas/email-clients/catalogue'
import type { PreviewConfiguration } from '@pas/email-clients/email-client'
import {
  gatherChanges,
  withoutPlaces,
  type ChangeOfConfigurations,
  type MeasuredByCode,
} from '@pas/email-clients/effects/changes-of-clients'
import type { Storage } from '@pas/storage/storage'
import { emulateInTurns, type EmulationDeps } from '../emulation/emulate-in-turns'
import { getOpenEmail, storedEmail } from '../emulation/open-email'

export interface ListChangesDeps extends DatabaseDeps, EmulationDeps {
  storage: Pick<Storage, 'get' | 'open'>
}

/**
 * Includes assets that could not be fetched, if the email client shows images, and what was measured. Throws 404 for an
 * email that is not open, an `UnreadEmailError`, and the reason of `signal`.
 */
export async function listChanges(
  deps: ListChangesDeps,
  accountId: number,
  { emailGuid, configurations }: { emailGuid: string; configurations: readonly PreviewConfiguration[] },
  signal: AbortSignal,
): Promise<ChangeOfConfigurations[]> {
  await getOpenEmail(deps, emailGuid, accountId)
  const email = storedEmail(deps.storage, emailGuid)
  const emulated = await emulateInTurns(deps, accountId, { email, configurations }, signal)
  return withoutPlaces(gatherChanges(emulated, await readMeasured(deps, emailGuid, configurations)))
}

/** What was measured so far. */
async function readMeasured(
  deps: DbDeps & { storage: Pick<Storage, 'open'> },
  emailGuid: string,
  configurations: readonly PreviewConfiguration[],
): Promise<MeasuredByCode> {
  const codes = new Set(configurations.map(({ emailClient }) => drawnLike(emailClient).code))
  const rows = (await findCheckRows(deps, emailGuid)).filter(
    ({ name, status, emailClient }) => name === 'effects' && status === 'done' && codes.has(emailClient),
  )
  const results = await Promise.all(
    rows.map(async ({ emailClient }) => {
      const measured = await readCheckResult(deps.storage, emailGuid, 'effects', emailClient)
      return measured ? [[emailClient, measured] as const] : []
    }),
  )
  return new Map(results.flat())
}

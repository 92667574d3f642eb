import type { DatabaseDeps } from '@pas/db/row-deps'
import type { EmailClient, PreviewConfiguration } from '@pas/email-clients/email-client'
import {
  byClients,
  listedChanges,
  uprightWithImages,
  type ChangeOfClients,
  type ChangeOfConfigurations,
  type ListedChange,
} from '@pas/email-clients/effects/changes-of-clients'
import type { Storage } from '@pas/storage/storage'
import { emulateInTurns, emulateOne, turnTimeoutMs, type EmulationDeps } from '../emulation/emulate-in-turns'
import { getOpenEmail, storedEmail } from '../emulation/open-email'
import type { PreviewAddress } from '../previews/schema'

export interface ListChangesDeps extends DatabaseDeps, EmulationDeps {
  storage: Pick<Storage, 'get' | 'open'>
}

/**
 * Includes assets that could not be fetched, if the email client shows images. Throws 404 for an email that is not
 * open, an `UnreadEmailError`, and the reason of `signal`.
 */
export async function listChanges(
  deps: ListChangesDeps,
  accountId: number,
  { emailGuid, ...configuration }: PreviewAddress,
  signal: AbortSignal,
): Promise<ListedChange[]> {
  await getOpenEmail(deps, emailGuid, accountId)
  const email = storedEmail(deps.storage, emailGuid)
  const ends = { signal, deadline: AbortSignal.timeout(turnTimeoutMs) }
  const changes = await emulateOne(deps, accountId, { email, configuration }, ends)
  return listedChanges(changes, configuration)
}

/** `listChanges` of several email clients, vertical and with images. */
export async function listChangesOfClients(
  deps: ListChangesDeps,
  accountId: number,
  { emailGuid, emailClients }: { emailGuid: string; emailClients: readonly EmailClient[] },
  signal: AbortSignal,
): Promise<ChangeOfClients[]> {
  const configurations = uprightWithImages(emailClients)
  return byClients(await listChangesOfConfigurations(deps, accountId, { emailGuid, configurations }, signal))
}

export async function listChangesOfConfigurations(
  deps: ListChangesDeps,
  accountId: number,
  { emailGuid, configurations }: { emailGuid: string; configurations: readonly PreviewConfiguration[] },
  signal: AbortSignal,
): Promise<ChangeOfConfigurations[]> {
  await getOpenEmail(deps, emailGuid, accountId)
  return emulateInTurns(
    deps,
    accountId,
    { email: storedEmail(deps.storage, emailGuid), configurations },
    signal,
  )
}

import type { CaptureQueue } from '@pas/captures/request-captures'
import { readCheckResult, type MeasurementName, type Results } from '@pas/checks/check-results'
import { failLostResult } from '@pas/checks/check-rows'
import { isUnderWay, type CheckRow } from '@pas/checks/check-state'
import type { AuditJob } from '@pas/checks/audit-job'
import type { Measured } from '@pas/email-checks/measurements'
import type { CheckName } from '@pas/email-checks/rule'
import type { EmailClient } from '@pas/email-clients/email-client'
import type { Logger } from '@pas/runtime/logger'
import type { HostAndPort } from '@pas/settings/value-schemas'
import type { Storage } from '@pas/storage/storage'
import type { AssetCompletion } from '../../assets/complete-assets'
import type { EmulationDeps } from '../../emulation/emulate-in-turns'
import type { OpenEmail, ReadableEmail } from '../../emulation/open-email'
import type { AccountRates } from '../../limits/account-rates'
import type { CreateWithinLimitsDeps } from '../../previews/create-within-limits'
import type { AskLinks } from '../links/ask-links'
import type { ApiMeasurementName, CheckWork } from './check-work'

export interface Subject {
  email: ReadableEmail
  names: readonly CheckName[]
  emailClients: readonly EmailClient[]
}

/** What is measured for one stored email. The methods reject with the stores' errors. */
export interface Measurement<Result> {
  needs: (row: CheckRow) => boolean
  /** Begins what is neither done nor under way, nor failed after `failedBefore`. */
  begin: (failedBefore: Date) => Promise<void>
  /** `rows`: those of the email that it needs. */
  read: (rows: readonly CheckRow[]) => Promise<Measured<Result>>
}

export interface MeasuringDeps extends EmulationDeps, CreateWithinLimitsDeps {
  storage: Pick<Storage, 'open'>
  checkWork: CheckWork
  accountRates: Pick<AccountRates, 'effectPictures'>
  /** Null where links are never asked. */
  linkAsker: AskLinks | null
  auditQueue: CaptureQueue<AuditJob>
  assetCompletion: Pick<AssetCompletion, 'complete'>
  logger: Logger
  config: { links: { followTrackers: boolean }; spamd: HostAndPort | null }
}

export const failedMeasurement = {
  status: 'failed',
  description: 'It could not be done; ask again in a minute.',
  result: null,
} as const

export const apiMeasurement = <Name extends ApiMeasurementName, Result>(
  { checkWork, clock }: Pick<MeasuringDeps, 'checkWork' | 'clock'>,
  email: OpenEmail,
  name: Name,
  measure: (signal: AbortSignal) => Promise<Results[Name]>,
  readEnded: (row: CheckRow) => Promise<Measured<Result>>,
): Measurement<Result> => ({
  needs: (row) => row.name === name,
  begin: (failedBefore) => checkWork.begin(email, name, failedBefore, measure),
  read: async ([row]) => {
    if (!row) return failedMeasurement
    if (!isUnderWay(row, clock.now())) return readEnded(row)
    return { status: 'running', description: 'It is under way; ask again.', result: null }
  },
})

/** Null unless `row` is done. A lost result makes the row `failed`, so that it is measured again. */
export async function readResult<Name extends MeasurementName>(
  deps: Pick<MeasuringDeps, 'db' | 'clock' | 'storage'>,
  emailGuid: string,
  name: Name,
  row: CheckRow,
): Promise<Results[Name] | null> {
  if (row.status !== 'done') return null
  const result = await readCheckResult(deps.storage, emailGuid, name, row.emailClient)
  if (result === null) await failLostResult(deps, row)
  return result
}

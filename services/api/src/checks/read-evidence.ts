import { isGivenUp } from '@pas/captures/attempts'
import { failLostResult } from '@pas/captures/check-rows'
import { isUnderWay, type CheckRow } from '@pas/captures/check-state'
import type { RowDeps } from '@pas/db/row-deps'
import type { Measurements, LinkAnswer, Measured, MeasuredContrast } from '@pas/email-checks/measurements'
import { DamagedObjectError, type Storage } from '@pas/storage/storage'
import { readCheckResult, type MeasuredName } from './check-results'
import type { NoAudits } from './request-audits'

export interface ReadEvidenceDeps extends RowDeps {
  storage: Pick<Storage, 'open'>
}

const running = { status: 'running', description: 'It is under way; ask again.' } as const
const failed = { status: 'failed', description: 'It could not be done; ask again in a minute.' } as const
const noPublicNames = {
  status: 'unavailable',
  description: 'The network of this installation knows no public host names, so links cannot be asked.',
} as const

/** `row` is undefined before anything was asked. Rejects with the stores' errors. */
export async function readLinks(
  deps: ReadEvidenceDeps,
  emailGuid: string,
  row: CheckRow | undefined,
): Promise<Measurements['links']> {
  if (row && isUnderWay(row, deps.clock.now())) return { ...running, result: null }
  const result = row ? await resultOf(deps, emailGuid, 'links', row) : null
  if (result && !isUnasked(result)) return { status: 'done', description: null, result }
  const unasked =
    result ?? (row ? await readCheckResult(deps.storage, emailGuid, 'links').catch(ifDamaged) : null)
  if (!row || !unasked || !isUnasked(unasked)) return { ...failed, result: null }
  // So that it is begun again, after a minute.
  await failLostResult(deps, row)
  return { ...noPublicNames, result: unasked }
}

/** Links were not asked, because this network knows no public names. */
const isUnasked = (answers: ReadonlyMap<string, LinkAnswer>): boolean =>
  [...answers.values()].some((answer) => answer.outcome === 'failed' && answer.failure === 'no_public_names')

/** As `readLinks`. */
export async function readSpam(
  deps: ReadEvidenceDeps,
  emailGuid: string,
  row: CheckRow | undefined,
): Promise<Measurements['spam']> {
  if (row && isUnderWay(row, deps.clock.now())) return { ...running, result: null }
  const measured = row ? await resultOf(deps, emailGuid, 'spam', row) : null
  return measured ?? { ...failed, result: null }
}

/** With `noAudits`, the missing email clients will not be measured. Rejects as `readLinks` does. */
export async function readAudits(
  deps: ReadEvidenceDeps,
  emailGuid: string,
  { rows, wanted, noAudits }: { rows: readonly CheckRow[]; wanted: number; noAudits: NoAudits | null },
): Promise<Measured<ReadonlyMap<string, MeasuredContrast>>> {
  const results = await Promise.all(
    rows.map(async (row) => [row.emailClient, await resultOf(deps, emailGuid, 'contrast', row)] as const),
  )
  const result = new Map(
    results.filter((pair): pair is readonly [string, MeasuredContrast] => pair[1] !== null),
  )
  const now = deps.clock.now()
  if (result.size === wanted) return { status: 'done', description: null, result }
  if (noAudits) return { ...noAudits, result }
  if (rows.some((row) => isUnderWay(row, now))) {
    const description = `It is measured in ${result.size} of ${wanted} email clients; ask again.`
    return { status: 'running', description, result }
  }
  const measured = `It could be measured in ${result.size} of ${wanted} email clients`
  const isOver = result.size + rows.filter(isGivenUp).length === wanted
  const then = isOver
    ? 'measuring it in the others ended the worker each time, and is given up'
    : 'ask again in a minute'
  return { status: 'failed', description: `${measured}; ${then}.`, result }
}

async function resultOf<Name extends MeasuredName>(
  deps: ReadEvidenceDeps,
  emailGuid: string,
  name: Name,
  { id, status, attempt, emailClient }: CheckRow,
): ReturnType<typeof readCheckResult<Name>> {
  if (status !== 'done') return null
  const result = await readCheckResult(deps.storage, emailGuid, name, emailClient).catch(ifDamaged)
  if (result === null) await failLostResult(deps, { id, attempt })
  return result
}

function ifDamaged(error: unknown): null {
  if (error instanceof DamagedObjectError) return null
  throw error
}

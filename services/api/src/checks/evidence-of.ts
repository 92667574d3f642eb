import { findCheckRows, leaseChecks } from '@pas/captures/check-rows'
import { isUnderWay, type CheckRow } from '@pas/captures/check-state'
import type { Evidence, LinkAnswer, Measured, MeasuredContrast, SpamReport } from '@pas/email-checks/evidence'
import type { CheckName } from '@pas/email-checks/rule'
import type { EmailClient } from '@pas/email-clients/email-client'
import { checkPrefix } from '@pas/emails/storage-keys'
import type { Storage } from '@pas/storage/storage'
import type { OpenEmail } from '../previews/open-email'
import { putCheckResult, readCheckResult, type MeasuredName } from './check-results'
import type { CheckWork } from './check-work'
import { isMeasurable, requestAudits, type NoAudits, type RequestAuditsDeps } from './request-audits'

export interface EvidenceDeps extends RequestAuditsDeps {
  storage: Pick<Storage, 'open' | 'put' | 'deletePrefix'>
  checkWork: CheckWork
}

/** What an api process asks for, by the check. Absent: it is switched off, or needs what is not there. */
export interface AskedOthers {
  links?: (signal: AbortSignal) => Promise<ReadonlyMap<string, LinkAnswer>>
  spam?: (signal: AbortSignal) => Promise<Measured<SpamReport>>
}

/** The checks of a stored email that need more than the email itself. */
export interface WantedEvidence {
  email: OpenEmail
  names: readonly CheckName[]
  emailClients: readonly EmailClient[]
  /** Whether the email has HTML, which email clients draw. */
  hasHtml: boolean
  others: AskedOthers
}

/** Longer than all links of an email together may take. */
const workTimeoutMs = 25_000
/** Longer than the work and the recording of its result. */
const leaseMs = 40_000

/** Evidence that was asked for; what is not there yet is begun, or done by another process. */
export interface BegunEvidence {
  /** Resolves when nothing is under way, and at the latest when `signal` aborts. */
  untilEnded(signal: AbortSignal): Promise<void>
  /** What there is now. Rejects with the stores' errors. */
  read(): Promise<Evidence>
}

/** Begins what is wanted and not yet done or under way. Failures of a moment ago are not tried again. */
export async function beginEvidence(deps: EvidenceDeps, wanted: WantedEvidence): Promise<BegunEvidence> {
  const { email, names, emailClients, hasHtml, others } = wanted
  const measured = names.includes('contrast') && hasHtml ? emailClients.filter(isMeasurable) : []
  const asked = (['links', 'spam'] as const).filter((name) => names.includes(name) && others[name])
  if (asked.length > 0) await beginAsking(deps, email.id, asked, others)
  const noAudits = measured.length > 0 ? await requestAudits(deps, email, measured) : null

  const codes = new Set(noAudits ? [] : measured.map(({ code }) => code))
  const isWanted = ({ name, emailClient }: CheckRow): boolean =>
    name === 'contrast' ? codes.has(emailClient) : asked.some((other) => other === name)
  const rows = async (): Promise<CheckRow[]> =>
    codes.size + asked.length === 0 ? [] : (await findCheckRows(deps, email.id)).filter(isWanted)
  return {
    untilEnded: async (signal) => {
      for (let left = await idsUnderWay(); left.length > 0 && !signal.aborted; left = await idsUnderWay())
        await deps.checkWork.untilChanged(left, signal)
    },
    read: async () => {
      const found = await rows()
      const rowsOf = (name: MeasuredName): CheckRow[] => found.filter((row) => row.name === name)
      const [contrast, links, spam] = await Promise.all([
        measured.length > 0 ? readAudits(deps, email.id, rowsOf('contrast'), noAudits) : null,
        asked.includes('links') ? readLinks(deps, email.id, rowsOf('links')) : null,
        asked.includes('spam') ? readSpam(deps, email.id, rowsOf('spam')) : null,
      ])
      return { contrast: contrast ?? noClientMeasured(wanted), links, spam }
    },
  }

  async function idsUnderWay(): Promise<string[]> {
    const now = deps.clock.now()
    return (await rows()).filter((row) => isUnderWay(row, now)).map(({ id }) => id)
  }
}

async function beginAsking(
  deps: EvidenceDeps,
  emailGuid: string,
  names: readonly ('links' | 'spam')[],
  others: AskedOthers,
): Promise<void> {
  for (const lease of await leaseChecks(deps, emailGuid, names, leaseMs)) {
    const name = lease.name as 'links' | 'spam'
    const ask = others[name]
    if (ask)
      deps.checkWork.begin(lease, {
        run: async (signal) => putCheckResult(deps.storage, emailGuid, name, await ask(signal)),
        undo: () => deps.storage.deletePrefix(checkPrefix(emailGuid, name, '')),
        timeoutMs: workTimeoutMs,
      })
  }
}

const running = { status: 'running', description: 'It is under way; ask again.' } as const
const failed = { status: 'failed', description: 'It could not be done; ask again in a minute.' } as const

async function readLinks(
  { storage, clock }: EvidenceDeps,
  emailGuid: string,
  [row]: readonly CheckRow[],
): Promise<Evidence['links']> {
  if (row && isUnderWay(row, clock.now())) return { ...running, result: null }
  const result = row?.status === 'done' ? await readCheckResult(storage, emailGuid, 'links') : null
  return result ? { status: 'done', description: null, result } : { ...failed, result }
}

async function readSpam(
  { storage, clock }: EvidenceDeps,
  emailGuid: string,
  [row]: readonly CheckRow[],
): Promise<Evidence['spam']> {
  if (row && isUnderWay(row, clock.now())) return { ...running, result: null }
  const measured = row?.status === 'done' ? await readCheckResult(storage, emailGuid, 'spam') : null
  return measured ?? { ...failed, result: null }
}

async function readAudits(
  { storage, clock }: EvidenceDeps,
  emailGuid: string,
  rows: readonly CheckRow[],
  noAudits: NoAudits | null,
): Promise<Measured<ReadonlyMap<string, MeasuredContrast>>> {
  if (noAudits) return { ...noAudits, result: null }
  const now = clock.now()
  const done = rows.filter(({ status }) => status === 'done')
  const results = await Promise.all(
    done.map(
      async ({ emailClient }) =>
        [emailClient, await readCheckResult(storage, emailGuid, 'contrast', emailClient)] as const,
    ),
  )
  const result = new Map(
    results.filter((pair): pair is readonly [string, MeasuredContrast] => pair[1] !== null),
  )
  if (rows.some((row) => isUnderWay(row, now))) {
    const description = `It is measured in ${result.size} of ${rows.length} email clients; ask again.`
    return { status: 'running', description, result }
  }
  if (result.size === rows.length) return { status: 'done', description: null, result }
  const description = `It could be measured in ${result.size} of ${rows.length} email clients; ask again in a minute.`
  return { status: 'failed', description, result }
}

/** What is said of the contrast when none of the email clients can be measured. */
const noClientMeasured = ({ names, hasHtml }: WantedEvidence): Evidence['contrast'] =>
  names.includes('contrast') && hasHtml
    ? {
        status: 'not_applicable',
        description: 'None of these email clients is drawn by Chromium, in which contrast is measured.',
        result: null,
      }
    : null

import { findCheckRows, leaseChecks } from '@pas/captures/check-rows'
import { askAgainAfterMs, isUnderWay, type CheckRow, type CheckRowName } from '@pas/captures/check-state'
import type { Measurements, LinkAnswer, Measured, MeasuredSpam } from '@pas/email-checks/measurements'
import type { CheckName } from '@pas/email-checks/rule'
import type { EmailClient } from '@pas/email-clients/email-client'
import { checkPrefix } from '@pas/emails/storage-keys'
import type { Storage } from '@pas/storage/storage'
import type { OpenEmail } from '../emulation/open-email'
import { putCheckResult } from './check-results'
import type { CheckWork } from './check-work'
import { readAudits, readLinks, readSpam } from './read-evidence'
import { isMeasurable, requestAudits } from './request-audits'

/** What other servers are asked. Absent: switched off, or not possible for this email. */
export interface AskedOthers {
  links?: (signal: AbortSignal) => Promise<ReadonlyMap<string, LinkAnswer>>
  spam?: (signal: AbortSignal) => Promise<Measured<MeasuredSpam>>
}

/** What checks need beside the stored email. */
export interface WantedEvidence {
  email: OpenEmail
  names: readonly CheckName[]
  emailClients: readonly EmailClient[]
  hasHtml: boolean
  others: AskedOthers
}

/** All links of an email together take less. */
const workTimeoutMs = 25_000
/** The work and the recording of its result take less. */
const leaseMs = 40_000

export interface BegunEvidence {
  untilEnded(signal: AbortSignal): Promise<void>
  /** Rejects with the stores' errors. */
  read(): Promise<Measurements>
}

/** Begins what is neither done nor under way, nor failed after `failedBefore`. */
export async function beginEvidence(
  deps: Parameters<typeof requestAudits>[0] & {
    storage: Pick<Storage, 'open' | 'put' | 'deletePrefix'>
    checkWork: CheckWork
  },
  wanted: WantedEvidence,
  failedBefore = new Date(deps.clock.now().getTime() - askAgainAfterMs),
): Promise<BegunEvidence> {
  const { email, names, emailClients, hasHtml, others } = wanted
  const measured = names.includes('contrast') && hasHtml ? emailClients.filter(isMeasurable) : []
  const asked = (['links', 'spam'] as const).filter((name) => names.includes(name) && others[name])
  const codes = new Set(measured.map(({ code }) => code))
  const isWanted = ({ name, emailClient }: CheckRow): boolean =>
    name === 'contrast' ? codes.has(emailClient) : asked.some((other) => other === name)
  const rows = async (): Promise<CheckRow[]> =>
    codes.size + asked.length === 0 ? [] : (await findCheckRows(deps, email.id)).filter(isWanted)

  if (asked.length > 0) await beginAsking(deps, email, { names: asked, others, failedBefore })
  const found = measured.length > 0 ? await rows() : []
  const done = new Set(found.filter(({ status }) => status === 'done').map(({ emailClient }) => emailClient))
  const missing = measured.filter(({ code }) => !done.has(code))
  const noAudits = missing.length > 0 ? await requestAudits(deps, email, missing, failedBefore) : null
  return {
    untilEnded: async (signal) => {
      for (let left = await idsUnderWay(); left.length > 0 && !signal.aborted; left = await idsUnderWay())
        await deps.checkWork.untilChanged(left, signal)
    },
    read: async () => {
      const found = await rows()
      const rowOf = (name: CheckRowName): CheckRow | undefined => found.find((row) => row.name === name)
      const audits = { rows: found.filter(({ name }) => name === 'contrast'), wanted: codes.size, noAudits }
      const [contrast, links, spam] = await Promise.all([
        measured.length > 0 ? readAudits(deps, email.id, audits) : null,
        asked.includes('links') ? readLinks(deps, email.id, rowOf('links')) : null,
        asked.includes('spam') ? readSpam(deps, email.id, rowOf('spam')) : null,
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
  deps: Parameters<typeof beginEvidence>[0],
  { id: emailGuid, accountId }: OpenEmail,
  {
    names,
    others,
    failedBefore,
  }: { names: readonly ('links' | 'spam')[]; others: AskedOthers; failedBefore: Date },
): Promise<void> {
  for (const lease of await leaseChecks(deps, emailGuid, names, { leaseMs, failedBefore })) {
    const name = lease.name as 'links' | 'spam'
    const ask = others[name]
    if (!ask) continue
    const work = {
      run: async (signal: AbortSignal) => putCheckResult(deps.storage, emailGuid, name, await ask(signal)),
      undo: () => deps.storage.deletePrefix(checkPrefix(emailGuid, name, '')),
      timeoutMs: workTimeoutMs,
    }
    deps.checkWork.begin({ ...lease, accountId }, work)
  }
}

/** None of the email clients can be measured. */
const noClientMeasured = ({ names, hasHtml }: WantedEvidence): Measurements['contrast'] =>
  names.includes('contrast') && hasHtml
    ? {
        status: 'not_applicable',
        description: 'None of these email clients is drawn by Chromium, in which contrast is measured.',
        result: null,
      }
    : null

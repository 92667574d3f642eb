import { emailClients, emulatedLike } from '@pas/email-clients/catalogue'
import type { EmailClient } from '@pas/email-clients/email-client'
import { cellsToJudge, measureClient, type Cells, type Measurement, type Measuring } from './measure-client'
import { scoredCodes, type ScoredCode } from './scored-codes'

/** Codes with the same profile, engine and cells. `lead` is the one that was measured. */
export interface MeasuredGroup extends Measurement {
  lead: ScoredCode
  emailClient: EmailClient
  codes: string[]
  wanted: number
  /** Not judged, because a newer cell contradicts them. */
  outdated: Cells
}

/** Engines of emulated clients for which caniemail has cells. */
export const measuredEngines = ['chromium', 'firefox', 'webkit'] as const

/** Drawn by these engines, and with cells in caniemail. */
export function measurableCodes(
  engines: ReadonlySet<string>,
): { scored: ScoredCode; emailClient: EmailClient }[] {
  const offered = new Map(emailClients.map((emailClient) => [emailClient.code, emailClient]))
  return scoredCodes.flatMap((scored) => {
    const emailClient = offered.get(scored.code)
    return emailClient && engines.has(emailClient.engine) ? [{ scored, emailClient }] : []
  })
}

/**
 * Measures one code of each profile, engine and set of cells. Codes whose profiles make the same documents share a
 * group, whose pictures are drawn once.
 */
export async function measureAll(
  measuring: Measuring,
  onMeasured: (group: MeasuredGroup) => void,
): Promise<MeasuredGroup[]> {
  const groups: (MeasuredGroup & { key: string })[] = []
  const keyOf = ({ caniemail, version, isForeignAccount }: ScoredCode, engine: string): string =>
    [caniemail, version ?? 'newest', isForeignAccount, engine].join(' ')
  for (const { scored, emailClient } of measurableCodes(new Set(measuring.engines.keys()))) {
    const { engine } = emailClient
    const known = groups.find(
      (group) =>
        emulatedLike(group.emailClient) === emulatedLike(emailClient) &&
        keyOf(group.lead, group.emailClient.engine) === keyOf(scored, engine),
    )
    if (known) {
      join(known, scored)
      continue
    }
    const { judgeable, outdated } = cellsToJudge(scored, measuring.engines.get(engine)?.visible ?? new Set())
    const measurement = await measureClient(measuring, emailClient, judgeable)
    const key = `${keyOf(scored, engine)} ${measurement.signature}`
    const same = groups.find((group) => group.key === key)
    if (same) {
      join(same, scored)
      continue
    }
    const group = {
      ...measurement,
      key,
      lead: scored,
      emailClient,
      codes: [scored.code],
      wanted: scored.wanted,
      outdated,
    }
    groups.push(group)
    onMeasured(group)
  }
  return groups
}

function join(group: MeasuredGroup, { code, wanted }: ScoredCode): void {
  group.codes.push(code)
  group.wanted = Math.max(group.wanted, wanted)
}

import type { Confidence, EmailClient, EngineName, Fidelity, Month } from '../email-client'

type Row = readonly [
  code: string,
  name: string,
  platform: string,
  engine: EngineName,
  fidelity: Fidelity,
  asOf: Month,
  confidence: Confidence,
]

/** The clients of one group from rows of what differs; each is offered with images shown and blocked. */
export function emailClientsOf(
  group: Pick<EmailClient, 'group' | 'orientationOptions'>,
  rows: readonly Row[],
): EmailClient[] {
  return rows.map(([code, name, platform, engine, fidelity, asOf, confidence]) => ({
    code,
    name,
    ...group,
    platform,
    engine,
    fidelity,
    asOf,
    confidence,
    imagesOptions: ['allowed', 'blocked'],
  }))
}

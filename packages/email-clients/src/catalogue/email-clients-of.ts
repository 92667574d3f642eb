import type { EmailClient, EngineName, Fidelity } from './email-client'

type Row = readonly [code: string, name: string, platform: string, engine: EngineName, fidelity: Fidelity]

/** The clients of one group from rows of what differs; each is offered with images shown and blocked. */
export function emailClientsOf(
  group: Pick<EmailClient, 'group' | 'orientationOptions'>,
  rows: readonly Row[],
): EmailClient[] {
  return rows.map(([code, name, platform, engine, fidelity]) => ({
    code,
    name,
    ...group,
    platform,
    engine,
    fidelity,
    imagesOptions: ['allowed', 'blocked'],
  }))
}

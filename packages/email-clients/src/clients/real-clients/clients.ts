import type { EmailClientRow } from '../../email-client'
import { dark, desktop, mobile, webBased } from '../../email-client-groups'
import type { RealClientProfileName } from './profiles'

const inRoundcube = { ...webBased, engine: 'roundcube', fidelity: 'client' } as const
const inRoundcubeMobile = { ...mobile, engine: 'roundcube', fidelity: 'client' } as const
const inThunderbird = { ...desktop, engine: 'thunderbird', fidelity: 'client' } as const

/** Their names get the version from the worker that runs them. */
export const realClients: readonly EmailClientRow<RealClientProfileName>[] = [
  { ...inRoundcube, code: 'ROUNDCUBE', name: 'Roundcube', platform: 'Chrome', asOf: '2026-11', confidence: 'measured', profile: 'roundcube' },
  { ...inRoundcubeMobile, code: 'ROUNDCUBEMOBILE', name: 'Roundcube', platform: 'Mobile browser', asOf: '2026-11', confidence: 'measured', profile: 'roundcubeMobile' },
  { ...inThunderbird, ...dark, code: 'THUNDERBIRDDARK', name: 'Thunderbird Dark', platform: 'Linux', asOf: '2026-11', confidence: 'measured', profile: 'thunderbirdDark' },
  { ...inThunderbird, code: 'THUNDERBIRDLATEST', name: 'Thunderbird', platform: 'Linux', asOf: '2026-11', confidence: 'measured', profile: 'thunderbird' },
]

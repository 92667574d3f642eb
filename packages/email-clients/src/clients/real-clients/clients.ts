import type { EmailClientRow } from '../../email-client'
import { dark, desktop, measured, mobile, webBased } from '../../email-client-groups'
import type { RealClientProfileName } from './profiles'

const runHere = { fidelity: 'client', ...measured('2026-11') } as const
const roundcube = { ...runHere, engine: 'roundcube', name: 'Roundcube' } as const
const thunderbird = { ...desktop, ...runHere, engine: 'thunderbird', platform: 'Linux' } as const

/** Their names get the version from the worker that runs them. */
export const realClients: readonly EmailClientRow<RealClientProfileName>[] = [
  { ...webBased, ...roundcube, code: 'ROUNDCUBE', platform: 'Chrome', profile: 'roundcube' },
  { ...mobile, ...roundcube, code: 'ROUNDCUBEMOBILE', platform: 'Mobile browser', profile: 'roundcubeMobile' },
  { ...thunderbird, ...dark, code: 'THUNDERBIRDDARK', name: 'Thunderbird Dark', profile: 'thunderbirdDark' },
  { ...thunderbird, code: 'THUNDERBIRDLATEST', name: 'Thunderbird', profile: 'thunderbird' },
]

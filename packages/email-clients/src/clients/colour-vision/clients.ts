import type { EmailClientRow } from '../../email-client'
import { desktop, documented } from '../../email-client-groups'
import type { ColourVisionProfileName } from './profiles'

const simulated = { ...desktop, engine: 'chromium', fidelity: 'engine', platform: 'Simulated' } as const

/** A simulation, not an email client. */
export const colourVisionClients: readonly EmailClientRow<ColourVisionProfileName>[] = [
  { ...simulated, code: 'COLORBLIND', name: 'Color Blindness', ...documented('2009-11'), profile: 'colourBlindness' },
]

import type { EmailClientRow } from '../../email-client'
import { desktop } from '../../email-client-groups'
import type { ColourVisionProfileName } from './profiles'

const simulated = { ...desktop, engine: 'chromium', fidelity: 'engine' } as const

/** A simulation, not an email client. */
export const colourVisionClients: readonly EmailClientRow<ColourVisionProfileName>[] = [
  { ...simulated, code: 'COLORBLIND', name: 'Color Blindness', platform: 'Simulated', asOf: '2009-11', confidence: 'documented', profile: 'colourBlindness' },
]

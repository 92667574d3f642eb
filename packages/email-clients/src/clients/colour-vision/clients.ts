import type { EmailClientRow } from '../../email-client'
import { desktop } from '../../email-client-groups'
import type { ColourVisionProfileName } from './profiles'

const simulated = { ...desktop, engine: 'chromium', fidelity: 'engine' } as const

/** No email client: an email as a person sees it who is colour-blind. */
export const colourVisionClients: readonly EmailClientRow<ColourVisionProfileName>[] = [
  { ...simulated, code: 'COLORBLIND', name: 'Color Blindness', platform: 'Simulated', asOf: '2009-11', confidence: 'documented', profile: 'colourBlindness' },
]

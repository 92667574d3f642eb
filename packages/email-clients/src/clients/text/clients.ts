import type { EmailClientRow } from '../../email-client'
import { desktop } from '../../email-client-groups'
import type { TextProfileName } from './profiles'

/** Text-only clients load no images, so there is a single option for images. */
const inBrowserOfText = { ...desktop, engine: 'text', fidelity: 'engine', imagesOptions: ['allowed'] } as const
const inTerminal = { ...desktop, engine: 'text', fidelity: 'emulated', imagesOptions: ['allowed'] } as const

/** Text-only email clients, and text browsers. */
export const textClients: readonly EmailClientRow<TextProfileName>[] = [
  { ...inBrowserOfText, code: 'LYNX', name: 'Lynx', platform: 'Terminal', asOf: '2026-11', confidence: 'measured', profile: 'lynx' },
  { ...inBrowserOfText, code: 'W3M', name: 'w3m', platform: 'Terminal', asOf: '2026-11', confidence: 'measured', profile: 'w3m' },
  { ...inTerminal, code: 'PLAINTEXT', name: 'Plain Text', platform: 'Text-only view', asOf: '1996-11', confidence: 'documented', profile: 'plainText' },
]

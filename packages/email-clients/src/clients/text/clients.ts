import type { EmailClientRow } from '../../email-client'
import { desktop } from '../../email-client-groups'
import type { TextProfileName } from './profiles'

/** A client of text has no images to allow. */
const inBrowserOfText = { ...desktop, engine: 'text', fidelity: 'engine', imagesOptions: ['allowed'] } as const
const inTerminal = { ...desktop, engine: 'text', fidelity: 'emulated', imagesOptions: ['allowed'] } as const

/** Clients of text. */
export const textClients: readonly EmailClientRow<TextProfileName>[] = [
  { ...inBrowserOfText, code: 'LYNX', name: 'Lynx', platform: 'Terminal', asOf: '2026-11', confidence: 'measured', profile: 'lynx' },
  { ...inBrowserOfText, code: 'W3M', name: 'w3m', platform: 'Terminal', asOf: '2026-11', confidence: 'measured', profile: 'w3m' },
  { ...inTerminal, code: 'PLAINTEXT', name: 'Plain Text', platform: 'Text-only view', asOf: '1996-11', confidence: 'documented', profile: 'plainText' },
]

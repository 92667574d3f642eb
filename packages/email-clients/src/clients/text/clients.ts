import type { EmailClientRow } from '../../email-client'
import { terminal } from '../../email-client-groups'
import type { TextProfileName } from './profiles'

const inBrowserOfText = { ...terminal, engine: 'text', fidelity: 'engine' } as const
const inTerminal = { ...terminal, engine: 'text', fidelity: 'emulated' } as const

export const textClients: readonly EmailClientRow<TextProfileName>[] = [
  { ...inBrowserOfText, code: 'LYNX', name: 'Lynx', platform: 'Terminal', asOf: '2026-11', confidence: 'measured', profile: 'lynx' },
  { ...inBrowserOfText, code: 'W3M', name: 'w3m', platform: 'Terminal', asOf: '2026-11', confidence: 'measured', profile: 'w3m' },
  { ...inTerminal, code: 'PLAINTEXT', name: 'Plain Text', platform: 'Text-only view', asOf: '1996-11', confidence: 'documented', profile: 'plainText' },
]

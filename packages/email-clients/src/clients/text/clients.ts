import type { EmailClientRow } from '../../email-client'
import { documented, measured, terminal } from '../../email-client-groups'
import type { TextProfileName } from './profiles'

const inTerminal = { ...terminal, engine: 'text', platform: 'Terminal' } as const
const browser = { ...inTerminal, fidelity: 'engine', ...measured('2026-11') } as const
const plain = { ...terminal, engine: 'text', fidelity: 'emulated', ...documented('1996-11') } as const

export const textClients: readonly EmailClientRow<TextProfileName>[] = [
  { ...browser, code: 'LYNX', name: 'Lynx', profile: 'lynx' },
  { ...browser, code: 'W3M', name: 'w3m', profile: 'w3m' },
  { ...plain, code: 'PLAINTEXT', name: 'Plain Text', platform: 'Text-only view', profile: 'plainText' },
]

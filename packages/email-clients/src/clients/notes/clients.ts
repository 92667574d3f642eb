import type { EmailClientRow } from '../../email-client'
import { assumed, desktop, measured } from '../../email-client-groups'
import type { NotesProfileName } from './profiles'

const emulated = { ...desktop, engine: 'chromium', fidelity: 'emulated' } as const
const onWindows = { ...emulated, platform: 'Windows 10', ...measured('2017-03') } as const

export const notesClients: readonly EmailClientRow<NotesProfileName>[] = [
  { ...onWindows, code: 'NOTES85', name: 'Lotus Notes 8.5', profile: 'notes85' },
  { ...onWindows, code: 'NOTES9', name: 'IBM Notes 9', profile: 'notes9' },
  { ...onWindows, code: 'NOTES10', name: 'IBM Notes 10', ...assumed('2017-03'), profile: 'notes9' },
]

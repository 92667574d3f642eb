import type { EmailClientRow } from '../../email-client'
import { desktop } from '../../email-client-groups'
import type { NotesProfileName } from './profiles'

const onWindows = { ...desktop, engine: 'chromium', fidelity: 'emulated' } as const

export const notesClients: readonly EmailClientRow<NotesProfileName>[] = [
  { ...onWindows, code: 'NOTES85', name: 'Lotus Notes 8.5', platform: 'Windows 10', asOf: '2017-03', confidence: 'measured', profile: 'notes85' },
  { ...onWindows, code: 'NOTES9', name: 'IBM Notes 9', platform: 'Windows 10', asOf: '2017-03', confidence: 'measured', profile: 'notes9' },
  { ...onWindows, code: 'NOTES10', name: 'IBM Notes 10', platform: 'Windows 10', asOf: '2017-03', confidence: 'assumed', profile: 'notes9' },
]

import type { EmailClientRow } from '../../email-client'
import { dark, mobile } from '../../email-client-groups'
import type { ThunderbirdAndroidProfileName } from './profiles'

const app = { ...mobile, engine: 'chromium', fidelity: 'emulated' } as const

export const thunderbirdAndroidClients: readonly EmailClientRow<ThunderbirdAndroidProfileName>[] = [
  { ...app, code: 'K9MAIL', name: 'K-9 Mail', platform: 'Android 15', asOf: '2026-08', confidence: 'documented', profile: 'k9Mail' },
  { ...app, ...dark, code: 'K9MAILDARK', name: 'K-9 Mail Dark', platform: 'Android 15', asOf: '2026-08', confidence: 'documented', profile: 'k9MailDark' },
  { ...app, code: 'THUNDERBIRDANDROID', name: 'Thunderbird', platform: 'Android 15', asOf: '2026-08', confidence: 'documented', profile: 'thunderbirdAndroid' },
  { ...app, ...dark, code: 'THUNDERBIRDANDROIDDARK', name: 'Thunderbird Dark', platform: 'Android 15', asOf: '2026-08', confidence: 'documented', profile: 'thunderbirdAndroidDark' },
]

import type { EmailClientRow } from '../../email-client'
import { dark, documented, mobile } from '../../email-client-groups'
import type { ThunderbirdAndroidProfileName } from './profiles'

const emulated = { ...mobile, engine: 'chromium', fidelity: 'emulated' } as const
const app = { ...emulated, platform: 'Android 15', ...documented('2026-08') } as const
const appDark = { ...app, ...dark } as const

export const thunderbirdAndroidClients: readonly EmailClientRow<ThunderbirdAndroidProfileName>[] = [
  { ...app, code: 'K9MAIL', name: 'K-9 Mail', profile: 'k9Mail' },
  { ...appDark, code: 'K9MAILDARK', name: 'K-9 Mail Dark', profile: 'k9MailDark' },
  { ...app, code: 'THUNDERBIRDANDROID', name: 'Thunderbird', profile: 'thunderbirdAndroid' },
  { ...appDark, code: 'THUNDERBIRDANDROIDDARK', name: 'Thunderbird Dark', profile: 'thunderbirdAndroidDark' },
]

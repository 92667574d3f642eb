import type { EmailClientRow } from '../../email-client'
import { assumed, dark, documented, mobile } from '../../email-client-groups'
import type { SamsungProfileName } from './profiles'

const emulated = { ...mobile, engine: 'chromium', fidelity: 'emulated' } as const
const onAndroid = { ...emulated, caniemail: 'samsung-email/android' } as const
const mail = { ...onAndroid, name: 'Samsung Mail', ...documented('2021-10') } as const
const email = { ...onAndroid, name: 'Samsung Email', ...documented('2026-04'), profile: 'samsung' } as const
const inDark = { ...dark, ...assumed('2021-04'), profile: 'samsungDark' } as const
const emailDark = { ...email, ...inDark, name: 'Samsung Email Dark' } as const

export const samsungClients: readonly EmailClientRow<SamsungProfileName>[] = [
  { ...mail, code: 'ANDROIDSAMSUNG6', platform: 'Android 6.0', profile: 'samsungOnAndroid6' },
  { ...mail, code: 'ANDROIDSAMSUNG7', platform: 'Android 7.0', profile: 'samsungOnAndroid7' },
  { ...email, code: 'ANDROIDSAMSUNG10', platform: 'Android 10', profile: 'samsungOnAndroid10' },
  { ...email, code: 'ANDROIDSAMSUNG12', platform: 'Android 12' },
  { ...email, code: 'ANDROIDSAMSUNG13', platform: 'Android 13' },
  { ...email, code: 'ANDROIDSAMSUNG14', platform: 'Android 14' },
  { ...email, code: 'ANDROIDSAMSUNG15', platform: 'Android 15' },
  { ...email, code: 'ANDROIDSAMSUNG16', platform: 'Android 16', ...assumed('2026-04') },
  { ...emailDark, code: 'ANDROIDSAMSUNG12DARK', platform: 'Android 12' },
  { ...emailDark, code: 'ANDROIDSAMSUNG13DARK', platform: 'Android 13' },
  { ...emailDark, code: 'ANDROIDSAMSUNG14DARK', platform: 'Android 14' },
  { ...emailDark, code: 'ANDROIDSAMSUNG15DARK', platform: 'Android 15' },
  { ...emailDark, code: 'ANDROIDSAMSUNG16DARK', platform: 'Android 16' },
]

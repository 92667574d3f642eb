import type { EmailClientRow } from '../../email-client'
import { dark, mobile } from '../../email-client-groups'
import type { SamsungProfileName } from './profiles'

const app = { ...mobile, engine: 'chromium', fidelity: 'emulated', caniemail: 'samsung-email/android' } as const

export const samsungClients: readonly EmailClientRow<SamsungProfileName>[] = [
  { ...app, code: 'ANDROIDSAMSUNG6', name: 'Samsung Mail', platform: 'Android 6.0', asOf: '2021-10', confidence: 'documented', profile: 'samsungOnAndroid6' },
  { ...app, code: 'ANDROIDSAMSUNG7', name: 'Samsung Mail', platform: 'Android 7.0', asOf: '2021-10', confidence: 'documented', profile: 'samsungOnAndroid7' },
  { ...app, code: 'ANDROIDSAMSUNG10', name: 'Samsung Email', platform: 'Android 10', asOf: '2026-04', confidence: 'documented', profile: 'samsungOnAndroid10' },
  { ...app, code: 'ANDROIDSAMSUNG12', name: 'Samsung Email', platform: 'Android 12', asOf: '2026-04', confidence: 'documented', profile: 'samsung' },
  { ...app, code: 'ANDROIDSAMSUNG13', name: 'Samsung Email', platform: 'Android 13', asOf: '2026-04', confidence: 'documented', profile: 'samsung' },
  { ...app, code: 'ANDROIDSAMSUNG14', name: 'Samsung Email', platform: 'Android 14', asOf: '2026-04', confidence: 'documented', profile: 'samsung' },
  { ...app, code: 'ANDROIDSAMSUNG15', name: 'Samsung Email', platform: 'Android 15', asOf: '2026-04', confidence: 'documented', profile: 'samsung' },
  { ...app, code: 'ANDROIDSAMSUNG16', name: 'Samsung Email', platform: 'Android 16', asOf: '2026-04', confidence: 'assumed', profile: 'samsung' },
  { ...app, ...dark, code: 'ANDROIDSAMSUNG12DARK', name: 'Samsung Email Dark', platform: 'Android 12', asOf: '2021-04', confidence: 'assumed', profile: 'samsungDark' },
  { ...app, ...dark, code: 'ANDROIDSAMSUNG13DARK', name: 'Samsung Email Dark', platform: 'Android 13', asOf: '2021-04', confidence: 'assumed', profile: 'samsungDark' },
  { ...app, ...dark, code: 'ANDROIDSAMSUNG14DARK', name: 'Samsung Email Dark', platform: 'Android 14', asOf: '2021-04', confidence: 'assumed', profile: 'samsungDark' },
  { ...app, ...dark, code: 'ANDROIDSAMSUNG15DARK', name: 'Samsung Email Dark', platform: 'Android 15', asOf: '2021-04', confidence: 'assumed', profile: 'samsungDark' },
  { ...app, ...dark, code: 'ANDROIDSAMSUNG16DARK', name: 'Samsung Email Dark', platform: 'Android 16', asOf: '2021-04', confidence: 'assumed', profile: 'samsungDark' },
]

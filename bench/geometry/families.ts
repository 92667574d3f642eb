import type { EmailClient } from '@pas/email-clients/catalogue/email-client'

/** Families of email clients, and the mean score that is wanted of each. */
export const wantedOfFamilies = {
  'Word (Outlook and Mail on Windows)': 0.9,
  'Mail on iOS': 0.96,
  'Mail and Outlook on macOS': 0.96,
  'HCL Notes': 0.85,
  Android: 0.85,
  'Webmail: Gmail': 0.93,
  'Webmail: Outlook.com and Office 365': 0.93,
  'Webmail: Yahoo and AOL': 0.93,
  'Webmail: others': 0.93,
  'Real clients': 0.96,
} as const

/** The name of a family of `wantedOfFamilies`. */
export type Family = keyof typeof wantedOfFamilies

const familiesByCode: readonly (readonly [RegExp, Family])[] = [
  [/^(OL2015|OL2019MAC|OUTLOOKNEWMAC|APPMAIL)/, 'Mail and Outlook on macOS'],
  [/^(OL\d|WINDOWS10MAIL)/, 'Word (Outlook and Mail on Windows)'],
  [/^(IPHONE|IPAD)/, 'Mail on iOS'],
  [/^NOTES/, 'HCL Notes'],
  [/ANDROID|^K9MAIL/, 'Android'],
  [/^(THUNDERBIRD|ROUNDCUBE)/, 'Real clients'],
  [/(GMAIL|GOOGLEAPPS)/, 'Webmail: Gmail'],
  [/(OUTLOOK|OFFICE365)/, 'Webmail: Outlook.com and Office 365'],
  [/(YAHOO|AOL)/, 'Webmail: Yahoo and AOL'],
]

/** The family of an email client. */
export const familyOf = ({ code }: Pick<EmailClient, 'code'>): Family =>
  familiesByCode.find(([pattern]) => pattern.test(code))?.[1] ?? 'Webmail: others'

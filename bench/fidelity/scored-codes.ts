import { findEmailClient } from '@pas/email-clients/catalogue/catalogue'
import { getMacosRelease, versionFor } from '@pas/email-clients/profiles/apple/macos-releases'
import type { CellsOf } from './expected-cells'

/** What caniemail says about a code, and how much of it is wanted. */
export interface ScoredCode extends CellsOf {
  code: string
  wanted: number
}

/** caniemail's name of each client, then its codes; `CODE@VERSION` for those it tells apart by version. */
const codesByClient: readonly (readonly [string, string])[] = [
  [
    'outlook/windows',
    'OL2007@2007 OL2010@2010 OL2013@2013 OL2013DPI120@2013 OL2016@2016 OL2016DPI120@2016 OL2019@2019 OL2019DPI120@2019 OL2021@2021 OL365 OL365DARK',
  ],
  ['outlook/windows-mail', 'WINDOWS10MAIL'],
  [
    'outlook/outlook-com',
    'CHROMEOUTLOOKCOM CHROMEOUTLOOKCOMDARK OUTLOOKCOM FFOUTLOOKCOM FFOUTLOOKCOMDARK CHROMEOFFICE365 OFFICE365 FFOFFICE365 OUTLOOKNEW OUTLOOKNEWDARK',
  ],
  ['outlook/android', 'ANDROIDOUTLOOK'],
  ['outlook/ios', 'OUTLOOKIOS'],
  // The catalogue's Office 365 runs on macOS 10.15, which the new Outlook (16.80, tested 2023-12) never did.
  ['outlook/macos', 'OL2015@2016 OL2019MAC@2023-08 OL2019MACDARK@2023-08'],
  [
    'apple-mail/macos',
    'APPMAIL16 APPMAIL15 APPMAIL14 APPMAIL13 APPMAIL16DARK APPMAIL15DARK APPMAIL14DARK APPMAIL13DARK',
  ],
  [
    'apple-mail/ios',
    'IPHONE16 IPHONE13 IPHONE13PROMAX IPHONE12 IPHONE12MINI IPHONE12PROMAX IPHONE11 IPHONE11IOS14 IPHONE11PRO IPHONE11PROMAX IPHONE8 IPHONE8PLUS IPHONESE IPHONESE2020 IPHONEXR IPHONEXS IPHONEXSMAX ' +
      'IPAD IPADAIRGEN4 IPADGEN7 IPADMINI6 IPADPRO10P5IN IPADPRO11IN IPADPRO13IN ' +
      'IPHONE16DARK IPHONE13DARK IPHONE13PROMAXDARK IPHONE12DARK IPHONE12MINIDARK IPHONE12PROMAXDARK IPHONE11IOS14DARK IPHONE11PRODARK IPADGEN7DARK IPADMINI6DARK',
  ],
  ['gmail/desktop-webmail', 'CHROMEGMAILNEW GMAILNEW FFGMAILNEW CHROMEGOOGLEAPPS GOOGLEAPPS FFGOOGLEAPPS'],
  [
    'gmail/android',
    'ANDROID11GMAILAPP ANDROIDGMAILAPP ANDROID71GMAILAPP ANDROID8GMAILAPP ANDROID9GMAILAPP ANDROID10GMAILAPP ANDROID10GMAILAPPDARK ANDROIDGMAILIMAP',
  ],
  ['gmail/ios', 'GMAILIOS GMAILIOSDARK'],
  ['gmail/mobile-webmail', 'GMAILMOBILEWEB'],
  ['yahoo/desktop-webmail', 'CHROMEYAHOO YAHOO FFYAHOO'],
  ['yahoo/android', 'YAHOOANDROID'],
  ['yahoo/ios', 'YAHOOIOS'],
  ['aol/desktop-webmail', 'CHROMEAOLONLINE AOLONLINE FFAOLONLINE'],
  ['aol/android', 'AOLANDROID'],
  ['aol/ios', 'AOLIOS'],
  ['samsung-email/android', 'ANDROIDSAMSUNG10 ANDROIDSAMSUNG7 ANDROIDSAMSUNG6'],
  ['gmx/desktop-webmail', 'CHROMEGMXDE GMXDE FFGMXDE'],
  ['web-de/desktop-webmail', 'CHROMEWEBDE WEBDE FFWEBDE'],
  ['t-online-de/desktop-webmail', 'CHROMETONLINEDE TONLINEDE FFTONLINEDE'],
  ['mail-ru/desktop-webmail', 'CHROMEMAILRU MAILRU FFMAILRU'],
  ['protonmail/desktop-webmail', 'PROTONMAIL'],
  ['protonmail/android', 'PROTONANDROID'],
  ['protonmail/ios', 'PROTONIOS'],
  ['fastmail/desktop-webmail', 'FASTMAIL'],
  ['hey/desktop-webmail', 'HEY'],
  ['orange/desktop-webmail', 'ORANGE'],
  ['laposte/desktop-webmail', 'LAPOSTE'],
  ['sfr/desktop-webmail', 'SFR'],
  ['free-fr/desktop-webmail', 'FREEFR'],
  ['ionos-1and1/desktop-webmail', 'IONOS'],
  ['wp-pl/desktop-webmail', 'WPPL'],
]

/** The clients most mail is read in: of these a little more is wanted. */
const mainCodes = new Set(
  (
    'CHROMEGMAILNEW ANDROID11GMAILAPP ANDROIDGMAILIMAP GMAILMOBILEWEB OL2007 OL2010 OL2013 OL2016 OL2019 OL2021 OL365 ' +
    'WINDOWS10MAIL OUTLOOKNEW CHROMEOUTLOOKCOM CHROMEOFFICE365 ANDROIDOUTLOOK CHROMEYAHOO YAHOOANDROID CHROMEAOLONLINE ANDROIDSAMSUNG10'
  ).split(' '),
)

/** Cells of Mail on iOS are counted by the version of iOS, and the catalogue says each device's; null: the newest counts. */
function iosVersion(code: string): string | null {
  const version = findEmailClient(code)?.platform.replace('iOS ', '') ?? null
  return version === null || version.includes('.') ? version : `${version}.99`
}

/** Tests of Mail on macOS are counted by Mail's version, the system's or the kernel's. */
function macosVersions(code: string): Pick<ScoredCode, 'version' | 'versionFor'> {
  const [version = ''] = /\d+/.exec(code) ?? []
  const release = getMacosRelease(version)
  return { version, versionFor: (slug) => versionFor(release, slug) }
}

/** Every code that caniemail has cells for; of one client's, the first is the one that others are like. */
export const scoredCodes: readonly ScoredCode[] = codesByClient.flatMap(([caniemail, codes]) =>
  codes.split(' ').map((text) => {
    const [code = '', version = null] = text.split('@')
    return {
      code,
      caniemail,
      version,
      ...(caniemail === 'apple-mail/ios' ? { version: iosVersion(code) } : {}),
      ...(caniemail === 'apple-mail/macos' ? macosVersions(code) : {}),
      isForeignAccount: code === 'ANDROIDGMAILIMAP',
      wanted: mainCodes.has(code) ? 0.97 : 0.95,
    }
  }),
)

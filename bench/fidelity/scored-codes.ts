import { findEmailClient } from '@pas/email-clients/catalogue/catalogue'
import { getMacosRelease, versionFor } from '@pas/email-clients/profiles/apple/macos-releases'
import type { CellsOf } from './expected-cells'

/** A code, where its cells in caniemail are, and the balanced recall that is wanted of it. */
export interface ScoredCode extends CellsOf {
  code: string
  wanted: number
}

/**
 * caniemail's family and platform of each client, then our codes for it; `CODE@VERSION` where caniemail has cells by
 * version.
 */
const codesByClient: readonly (readonly [string, string])[] = [
  [
    'outlook/windows',
    'OL2007@2007 OL2010@2010 OL2013@2013 OL2013DPI120@2013 OL2016@2016 OL2016DPI120@2016 OL2019@2019 OL2019DPI120@2019 OL2019DARK@2019 OL2021@2021 OL2021DARK@2021 OL2021DPI120@2021 OL2024@2024 OL2024DARK@2024 OL365 OL365DARK OL365DPI120',
  ],
  ['outlook/windows-mail', 'WINDOWS10MAIL'],
  [
    'outlook/outlook-com',
    'CHROMEOUTLOOKCOM CHROMEOUTLOOKCOMDARK OUTLOOKCOM OUTLOOKCOMDARK FFOUTLOOKCOM FFOUTLOOKCOMDARK CHROMEOFFICE365 CHROMEOFFICE365DARK OFFICE365 OFFICE365DARK FFOFFICE365 FFOFFICE365DARK OUTLOOKNEW OUTLOOKNEWDARK',
  ],
  ['outlook/android', 'ANDROIDOUTLOOK ANDROIDOUTLOOKDARK'],
  ['outlook/ios', 'OUTLOOKIOS OUTLOOKIOSDARK'],
  // The catalogue's Office 365 runs on macOS 10.15, which the new Outlook (16.80, tested 2023-12) never did.
  ['outlook/macos', 'OL2015@2016 OL2019MAC@2023-08 OL2019MACDARK@2023-08 OUTLOOKNEWMAC OUTLOOKNEWMACDARK'],
  [
    'apple-mail/macos',
    'APPMAIL26 APPMAIL18 APPMAIL17 APPMAIL16 APPMAIL15 APPMAIL14 APPMAIL13 APPMAIL26DARK APPMAIL18DARK APPMAIL17DARK APPMAIL16DARK APPMAIL15DARK APPMAIL14DARK APPMAIL13DARK',
  ],
  [
    'apple-mail/ios',
    'IPHONE17 IPHONE17PROMAX IPHONEAIR IPHONE16IOS26 IPHONE16PLUS IPHONE16PROMAX IPHONE15 IPHONE15PLUS IPHONE15PROMAX IPHONE14 IPHONE14PLUS IPHONE14PROMAX ' +
      'IPHONE16 IPHONE13 IPHONE13PROMAX IPHONE12 IPHONE12MINI IPHONE12PROMAX IPHONE11 IPHONE11IOS14 IPHONE11PRO IPHONE11PROMAX IPHONE8 IPHONE8PLUS IPHONESE IPHONESE2020 IPHONEXR IPHONEXS IPHONEXSMAX ' +
      'IPADA16 IPADPROM4P11IN IPADPROM4P13IN IPADAIR13IN IPADMINI7 IPADAIR11IN IPADGEN10 ' +
      'IPAD IPADAIRGEN4 IPADGEN7 IPADMINI6 IPADPRO10P5IN IPADPRO11IN IPADPRO13IN ' +
      'IPHONE17DARK IPHONE17PROMAXDARK IPHONEAIRDARK IPHONE16IOS26DARK IPHONE16PLUSDARK IPHONE16PROMAXDARK IPHONE15DARK IPHONE15PLUSDARK IPHONE15PROMAXDARK IPHONE14DARK IPHONE14PLUSDARK IPHONE14PROMAXDARK IPADA16DARK IPADPROM4P11INDARK IPADPROM4P13INDARK IPADAIR13INDARK IPADMINI7DARK IPADAIR11INDARK IPADGEN10DARK ' +
      'IPHONE16DARK IPHONE13DARK IPHONE13PROMAXDARK IPHONE12DARK IPHONE12MINIDARK IPHONE12PROMAXDARK IPHONE11IOS14DARK IPHONE11PRODARK IPADGEN7DARK IPADMINI6DARK',
  ],
  ['gmail/desktop-webmail', 'CHROMEGMAILNEW GMAILNEW FFGMAILNEW CHROMEGOOGLEAPPS GOOGLEAPPS FFGOOGLEAPPS'],
  [
    'gmail/android',
    'ANDROID11GMAILAPP ANDROIDGMAILAPP ANDROID71GMAILAPP ANDROID8GMAILAPP ANDROID9GMAILAPP ANDROID10GMAILAPP ANDROID12GMAILAPP ANDROID13GMAILAPP ANDROID14GMAILAPP ANDROID15GMAILAPP ANDROID10GMAILAPPDARK ANDROID12GMAILAPPDARK ANDROID13GMAILAPPDARK ANDROID14GMAILAPPDARK ANDROID15GMAILAPPDARK ANDROIDGMAILIMAP',
  ],
  ['gmail/ios', 'GMAILIOS GMAILIOSDARK'],
  ['gmail/mobile-webmail', 'GMAILMOBILEWEB'],
  ['yahoo/desktop-webmail', 'CHROMEYAHOO YAHOO FFYAHOO CHROMEYAHOODARK YAHOODARK FFYAHOODARK'],
  ['yahoo/android', 'YAHOOANDROID'],
  ['yahoo/ios', 'YAHOOIOS'],
  [
    'aol/desktop-webmail',
    'CHROMEAOLONLINE AOLONLINE FFAOLONLINE CHROMEAOLONLINEDARK AOLONLINEDARK FFAOLONLINEDARK',
  ],
  ['aol/android', 'AOLANDROID'],
  ['aol/ios', 'AOLIOS'],
  [
    'samsung-email/android',
    'ANDROIDSAMSUNG10 ANDROIDSAMSUNG12 ANDROIDSAMSUNG13 ANDROIDSAMSUNG14 ANDROIDSAMSUNG15 ANDROIDSAMSUNG12DARK ANDROIDSAMSUNG13DARK ANDROIDSAMSUNG14DARK ANDROIDSAMSUNG15DARK ANDROIDSAMSUNG7 ANDROIDSAMSUNG6',
  ],
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

/** The clients in which most mail is read; a slightly higher score is wanted of them. */
const mainCodes = new Set(
  (
    'CHROMEGMAILNEW ANDROID11GMAILAPP ANDROIDGMAILIMAP GMAILMOBILEWEB OL2007 OL2010 OL2013 OL2016 OL2019 OL2021 OL365 ' +
    'WINDOWS10MAIL OUTLOOKNEW CHROMEOUTLOOKCOM CHROMEOFFICE365 ANDROIDOUTLOOK CHROMEYAHOO YAHOOANDROID CHROMEAOLONLINE ANDROIDSAMSUNG10'
  ).split(' '),
)

/**
 * The iOS version by which caniemail's cells apply to a code, from the code's platform in the catalogue. Without a
 * minor version, the newest minor. Null, when the code is not in the catalogue: the newest cell applies.
 */
function iosVersion(code: string): string | null {
  const version = findEmailClient(code)?.platform.replace('iOS ', '') ?? null
  return version === null || version.includes('.') ? version : `${version}.99`
}

/**
 * The versions by which caniemail's cells apply to Mail on macOS: its tests name Mail's, macOS's or the kernel's
 * version.
 */
function macosVersions(code: string): Pick<ScoredCode, 'version' | 'versionFor'> {
  const [version = ''] = /\d+/.exec(code) ?? []
  const release = getMacosRelease(version)
  return { version, versionFor: (slug) => versionFor(release, slug) }
}

/**
 * Every code for which caniemail has cells. The first of those with the same profile is the one that `measureAll`
 * measures.
 */
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

import { emailClients } from '@pas/email-clients/catalogue'
import { getMacosRelease, versionFor } from '@pas/email-clients/clients/apple/macos-releases'
import type { CellsOf } from './expected-cells'

export interface ScoredCode extends CellsOf {
  code: string
  wanted: number
}

/** Most mail is read in them: a slightly higher score is wanted. */
const mainCodes = new Set(
  (
    'CHROMEGMAILNEW ANDROID11GMAILAPP ANDROIDGMAILIMAP GMAILMOBILEWEB OL2007 OL2010 OL2013 OL2016 OL2019 OL2021 OL365 ' +
    'WINDOWS10MAIL OUTLOOKNEW CHROMEOUTLOOKCOM CHROMEOFFICE365 ANDROIDOUTLOOK CHROMEYAHOO YAHOOANDROID CHROMEAOLONLINE ANDROIDSAMSUNG10'
  ).split(' '),
)

/** Without a minor version, the newest minor. */
function iosVersion(platform: string): string {
  const version = platform.replace('iOS ', '')
  return version.includes('.') ? version : `${version}.99`
}

/** caniemail's tests name Mail's, macOS's or the kernel's version. */
function macosVersions(code: string): Pick<ScoredCode, 'version' | 'versionFor'> {
  const [version = ''] = /\d+/.exec(code) ?? []
  const release = getMacosRelease(version)
  return { version, versionFor: (slug) => versionFor(release, slug) }
}

/**
 * Every code for which caniemail has cells: by caniemail's clients, the main codes of each first, then by code. The
 * first of those with the same profile is the one that `measureAll` measures. `docs/fidelity.md` has this order, so
 * that a new run changes no line whose figures stay.
 */
export const scoredCodes: readonly ScoredCode[] = emailClients
  .flatMap(({ code, platform, caniemail, caniemailVersion = null }) => {
    if (caniemail === undefined) return []
    return [
      {
        code,
        caniemail,
        version: caniemail === 'apple-mail/ios' ? iosVersion(platform) : caniemailVersion,
        ...(caniemail === 'apple-mail/macos' ? macosVersions(code) : {}),
        isForeignAccount: code === 'ANDROIDGMAILIMAP' || code === 'GMAILIOSIMAP',
        wanted: mainCodes.has(code) ? 0.97 : 0.95,
      },
    ]
  })
  .sort(
    (one, other) =>
      compare(one.caniemail, other.caniemail) || other.wanted - one.wanted || compare(one.code, other.code),
  )

/** Not `localeCompare`, whose order is that of the machine's language. */
function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

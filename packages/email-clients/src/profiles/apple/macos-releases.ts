/** A release of macOS under its three numbers: Mail's, its own, its kernel's. */
export interface MacosRelease {
  mail: string
  macos: string
  darwin: string
}

/** Each with its later updates: `.99` is newer than any of them. */
const macosReleases: readonly MacosRelease[] = [
  { mail: '13.99', macos: '10.15.99', darwin: '19.99' },
  { mail: '14.99', macos: '11.99', darwin: '20.99' },
  { mail: '15.99', macos: '12.99', darwin: '21.99' },
  { mail: '16.99', macos: '13.99', darwin: '22.99' },
]

/** Features whose tests caniemail wrote down by the version of macOS; the rest went by Mail's. The numbers they have tell. */
const countedByMacos = new Set(
  (
    'css-backdrop-filter css-block-inline-size css-border-inline-block css-border-inline-block-individual ' +
    'css-border-inline-block-longhand css-border-radius-logical css-clear css-float css-inset css-margin-block-start-end ' +
    'css-margin-inline-block css-margin-inline-start-end css-mask-image css-padding-block-start-end css-padding-inline-block ' +
    'css-padding-inline-start-end css-text-decoration-skip-ink css-text-orientation css-white-space-collapse html-picture image-avif'
  ).split(' '),
)
/** … and by the kernel's (20 is macOS 11). */
const countedByDarwin = new Set(['css-accent-color', 'css-hyphenate-character'])

/** Of Apple Mail's version, the whole number. Throws for one that no release had. */
export function getMacosRelease(mailVersion: string): MacosRelease {
  const release = macosReleases.find(({ mail }) => mail.startsWith(`${mailVersion}.`))
  if (!release) throw new Error(`Apple Mail ${mailVersion} is not known`)
  return release
}

/** The number of a release by which caniemail counts the tests of a feature. */
export function versionFor({ mail, macos, darwin }: MacosRelease, feature: string): string {
  if (countedByMacos.has(feature)) return macos
  return countedByDarwin.has(feature) ? darwin : mail
}

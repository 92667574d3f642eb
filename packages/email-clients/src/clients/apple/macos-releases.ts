/** `darwin` is the kernel's version, `safari` that of the Safari with the same WebKit. */
export interface MacosRelease {
  mail: string
  macos: string
  darwin: string
  safari: string
}

export const macosVersions = ['13', '14', '15', '16', '17', '18', '26'] as const

export type MacosVersion = (typeof macosVersions)[number]

/** `.99` includes later updates. Mail's own number has been 16.0 since macOS 13; later names have Safari's number. */
const macosReleases: Readonly<Record<MacosVersion, MacosRelease>> = {
  13: { mail: '13.99', macos: '10.15.99', darwin: '19.99', safari: '13.99' },
  14: { mail: '14.99', macos: '11.99', darwin: '20.99', safari: '14.99' },
  15: { mail: '15.99', macos: '12.99', darwin: '21.99', safari: '15.99' },
  16: { mail: '16.99', macos: '13.99', darwin: '22.99', safari: '16.99' },
  17: { mail: '16.99', macos: '14.99', darwin: '23.99', safari: '17.99' },
  18: { mail: '16.99', macos: '15.99', darwin: '24.99', safari: '18.99' },
  26: { mail: '16.99', macos: '26.99', darwin: '25.99', safari: '26.99' },
}

/** Features whose cells in caniemail count by the version of macOS. */
const countedByMacos = new Set(
  (
    'css-backdrop-filter css-block-inline-size css-border-inline-block css-border-inline-block-individual ' +
    'css-border-inline-block-longhand css-border-radius-logical css-clear css-float css-font-size-adjust css-inset ' +
    'css-margin-block-start-end css-margin-inline-block css-margin-inline-start-end css-mask-image css-padding-block-start-end ' +
    'css-padding-inline-block css-padding-inline-start-end css-pseudo-class-default css-text-decoration-skip-ink ' +
    'css-text-orientation css-white-space-collapse html-picture image-avif'
  ).split(' '),
)
/** Features whose cells count by the kernel's version: 20 is macOS 11. All others count by Mail's version. */
const countedByDarwin = new Set(['css-accent-color', 'css-hyphenate-character'])

/** Throws if all releases are newer. */
export function getMacosRelease(version: string): MacosRelease {
  const known = macosVersions.findLast((each) => Number(each) <= Number(version))
  if (known === undefined) throw new Error(`Apple Mail ${version} is not known`)
  return macosReleases[known]
}

export function versionFor({ mail, macos, darwin }: MacosRelease, feature: string): string {
  if (countedByMacos.has(feature)) return macos
  return countedByDarwin.has(feature) ? darwin : mail
}

import { appleMailIosCells } from '../../caniemail/apple-mail-ios.generated'
import { appleMailMacosCells } from '../../caniemail/apple-mail-macos.generated'
import { compareVersions } from '../../emulate/compare-versions'
import { noLogicalClear, noLogicalFloat } from '../../emulate/logical-sides'
import {
  corrected,
  createSupport,
  type Correction,
  type Support,
  type SupportCells,
} from '../../emulate/support'
import { missingInWebkit } from './missing-in-webkit'

/** A release of macOS under its three numbers: Mail's, its own, its kernel's. */
interface MacosRelease {
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

/** `partly` in all the versions that were tested, on both systems. */
const corrections: readonly Correction[] = [
  ...corrected(
    false,
    'caniemail css-position note 1, 2021-05',
    'value:position fixed',
    'value:position sticky',
    'value:position -webkit-sticky',
  ),
  ...corrected(
    false,
    'caniemail css-overflow note 4, 2024-10',
    'property:overflow-block',
    'property:overflow-inline',
  ),
  ...corrected(
    false,
    'caniemail css-text-underline-position note 1, 2023-12',
    'value:text-underline-position left',
    'value:text-underline-position right',
  ),
]

const logicalSides = [...noLogicalClear, ...noLogicalFloat]

/** @param version of iOS and iPadOS; a whole number means the last of that line */
export function createIosSupport(version: string): Support {
  const upTo = version.includes('.') ? version : `${version}.99`
  return createSupport({
    cells: appleMailIosCells,
    version: upTo,
    corrections: [
      ...corrections,
      ...missingInWebkit(upTo),
      ...(compareVersions(upTo, '15') < 0 ? logicalSides : []),
    ],
  })
}

/** @param version of Apple Mail, the whole number */
export function createMacosSupport(version: string): Support {
  const release = macosReleases.find(({ mail }) => mail.startsWith(`${version}.`))
  if (!release) throw new Error(`Apple Mail ${version} is not known`)
  return createSupport({
    cells: cellsOf(release),
    corrections: [
      ...corrections,
      ...missingInWebkit(release.mail),
      ...(compareVersions(release.macos, '12') < 0 ? logicalSides : []),
      ...(compareVersions(release.macos, '11') < 0
        ? corrected(
            false,
            'caniemail css-text-orientation note 1, 2023-12',
            'value:text-orientation sideways',
          )
        : []),
      ...corrected(
        false,
        'caniemail css-resize note 2, 2024-01',
        'value:resize inline',
        'value:resize block',
      ),
      ...corrected(
        true,
        'caniemail css-block-inline-size, macOS 10.15, 2022-07; css-inline-size is of Mail 12.4, 2019-02',
        'property:inline-size',
      ),
      ...corrected(false, 'caniemail image-heif note 2: macOS 14 and later, 2020-02', 'image-format:heif'),
      ...(compareVersions(release.mail, '16') < 0
        ? corrected(false, 'email-bugs 104, 2021-11-26', 'syntax:meta-color-scheme')
        : []),
    ],
  })
}

/** Of each subject the one cell that counts for a release: its newest that is not of a later one, else the oldest. */
function cellsOf({ mail, macos, darwin }: MacosRelease): SupportCells {
  return Object.fromEntries(
    Object.entries(appleMailMacosCells).map(([subject, history]) => {
      const own = history.filter(([, feature, tested]) => {
        const version = countedByMacos.has(feature) ? macos : countedByDarwin.has(feature) ? darwin : mail
        return compareVersions(tested, version) <= 0
      })
      const cell = own.at(-1) ?? history[0]
      return [subject, cell ? [cell] : []]
    }),
  )
}

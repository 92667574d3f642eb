import { caniemailCells } from '../../caniemail/caniemail-cells'
import { compareVersions } from '../../engine/compare-versions'
import { noLogicalClear, noLogicalFloat, noLogicalOverflow } from '../../engine/logical-sides'
import {
  honours,
  refuses,
  createSupport,
  type Correction,
  type Support,
  type SupportCells,
} from '../../engine/support'
import { getMacosRelease, versionFor, type MacosRelease } from './macos-releases'
import { missingInWebkit } from './missing-in-webkit'

/** Cells that say "partly" for all tested versions of both systems. */
const corrections: readonly Correction[] = [
  ...refuses(
    'caniemail css-position note 1, 2021-05',
    'value:position fixed',
    'value:position sticky',
    'value:position -webkit-sticky',
  ),
  ...noLogicalOverflow('2024-10'),
  ...refuses(
    'caniemail css-text-underline-position note 1, 2023-12',
    'value:text-underline-position left',
    'value:text-underline-position right',
  ),
]

const withoutMeta = 'email-bugs 104, 2021-11-26'
/** The cell of iOS 12.4 is older than dark mode. Sources about iOS 18 and later disagree. */
const noColourSchemeMeta = refuses(withoutMeta, 'syntax:meta-color-scheme')
const noColourSchemeMetaLater = refuses(
  `${withoutMeta}; stickerdaniel/saas-starter 943, 2026-09-11: otherwise; assumed: that later versions do as iOS 15`,
  'syntax:meta-color-scheme',
)

const logicalSides = [...noLogicalClear, ...noLogicalFloat]

export function createIosSupport(version: string): Support {
  const upTo = version.includes('.') ? version : `${version}.99`
  return createSupport({
    cells: caniemailCells('apple-mail/ios'),
    version: upTo,
    corrections: [
      ...corrections,
      ...missingInWebkit(upTo),
      ...(compareVersions(upTo, '15') < 0 ? logicalSides : []),
      ...(compareVersions(upTo, '18') < 0 ? noColourSchemeMeta : noColourSchemeMetaLater),
    ],
  })
}

export function createMacosSupport(version: string): Support {
  const release = getMacosRelease(version)
  return createSupport({
    cells: cellsOf(release),
    corrections: [
      ...corrections,
      ...missingInWebkit(release.safari),
      ...(compareVersions(release.macos, '12') < 0 ? logicalSides : []),
      ...(compareVersions(release.macos, '11') < 0
        ? refuses('caniemail css-text-orientation note 1, 2023-12', 'value:text-orientation sideways')
        : []),
      ...refuses('caniemail css-resize note 2, 2024-01', 'value:resize inline', 'value:resize block'),
      ...honours(
        'caniemail css-block-inline-size, macOS 10.15, 2022-07; css-inline-size is of Mail 12.4, 2019-02',
        'property:inline-size',
      ),
      ...(compareVersions(release.macos, '14') < 0
        ? refuses('caniemail image-heif note 2: macOS 14 and later, 2024-01', 'image-format:heif')
        : []),
      ...(compareVersions(release.mail, '16') < 0 ? noColourSchemeMeta : []),
    ],
  })
}

const macosCells = caniemailCells('apple-mail/macos')

function cellsOf(release: MacosRelease): SupportCells {
  return (subject) => {
    const history = macosCells(subject)
    const tested = history.filter(
      ([, feature, version]) => compareVersions(version, versionFor(release, feature)) <= 0,
    )
    const cell = tested.at(-1) ?? history[0]
    return cell ? [cell] : []
  }
}

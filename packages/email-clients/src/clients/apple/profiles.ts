import { drawIosFonts } from '../../engine/ios-fonts'
import type { Frame } from '../../engine/emulated-document'
import type { Step } from '../../engine/message'
import type { HtmlProfile } from '../../engine/profile'
import { breakImages } from '../../engine/steps/break-images'
import { detectData } from '../../engine/steps/detect-data'
import { dropColourSchemeMeta } from '../../engine/steps/drop-colour-scheme-meta'
import { filterAtRules } from '../../engine/steps/filter-at-rules'
import { filterAttributes } from '../../engine/steps/filter-attributes'
import { filterDeclarations } from '../../engine/steps/filter-declarations'
import { filterSelectors } from '../../engine/steps/filter-selectors'
import { filterSyntax } from '../../engine/steps/filter-syntax'
import { hideUnshownImages } from '../../engine/steps/hide-unshown-images'
import { removeComments } from '../../engine/steps/remove-comments'
import { showPosters } from '../../engine/steps/show-posters'
import type { Support } from '../../engine/support'
import { appleScreenNames, getAppleScreen, type AppleScreen, type AppleScreenName } from './apple-devices'
import { darkAppearanceOf } from './dark-appearance'
import { macosVersions, type MacosVersion } from './macos-releases'
import { autoScaleOff, desktopPage, mobilePage } from './page'
import { dropPortraitQueries } from './steps/drop-portrait-queries'
import { flattenViewportHeight } from './steps/flatten-viewport-height'
import { followDarkMode } from './steps/follow-dark-mode'
import { hideDrawings } from './steps/hide-drawings'
import { sizeEmbeddedImages } from './steps/size-embedded-images'
import { createIosSupport, createMacosSupport } from './support'

const filters: readonly Step[] = [
  removeComments,
  filterSyntax,
  dropColourSchemeMeta,
  filterAtRules,
  filterSelectors(),
  filterDeclarations,
  filterAttributes,
  showPosters,
  hideUnshownImages,
  // WebKit shows only an alternative text that fits into the image's first line (equinux.com, Mail Designer support
  // 1864).
  breakImages('Apple, Mail settings: Load remote content in messages'),
]

/** Engineering default: the message pane of a window of three columns. */
const macPane: Frame = { width: 800, height: 900, deviceScaleFactor: 1, mobile: false, colorScheme: 'light' }

/** A whole number means the last update of that version. */
const iosVersions = ['12.0', '13.1', '13.4', '14.2', '15.0', '17', '18', '26'] as const

export type IosVersion = (typeof iosVersions)[number]

type ThemeSuffix = '' | ', dark'

export type AppleProfileName =
  `${AppleScreenName}, iOS ${IosVersion}${ThemeSuffix}` | `Mail ${MacosVersion}${ThemeSuffix}`

const themes = [
  { isDark: false, suffix: '' },
  { isDark: true, suffix: ', dark' },
] as const

const iosProfiles = iosVersions.flatMap((version) => {
  const support = createIosSupport(version)
  return appleScreenNames.flatMap((name) =>
    themes.map(({ isDark, suffix }): [AppleProfileName, HtmlProfile] => [
      `${name}, iOS ${version}${suffix}`,
      iosMail(getAppleScreen(name), { support, iosVersion: Number.parseInt(version, 10), isDark }),
    ]),
  )
})

const macosProfiles = macosVersions.flatMap((version) => {
  const support = createMacosSupport(version)
  return themes.map(({ isDark, suffix }): [AppleProfileName, HtmlProfile] => [
    `Mail ${version}${suffix}`,
    macosMail({ support, version, isDark }),
  ])
})

export const appleProfiles = Object.fromEntries([...iosProfiles, ...macosProfiles]) as Readonly<
  Record<AppleProfileName, HtmlProfile>
>

function iosMail(
  { screen, device }: AppleScreen,
  { support, iosVersion, isDark }: { support: Support; iosVersion: number; isDark: boolean },
): HtmlProfile {
  return {
    kind: 'html',
    support,
    sourceSteps: [],
    steps: [
      ...filters,
      drawIosFonts,
      // Tested in iOS 18 and applied to later ones; iOS 12 to 15 match both (caniemail css-at-media-orientation).
      ...(iosVersion >= 18 ? [dropPortraitQueries(iosVersion === 18)] : []),
      ...(iosVersion >= 15 ? [flattenViewportHeight(iosVersion <= 17)] : []),
      ...(isDark ? [followDarkMode(iosVersion <= 13)] : []),
      detectData('WebKit DataDetection.cpp: x-apple-data-detectors links'),
    ],
    framePage: mobilePage(screen),
    frame: screen,
    turns: true,
    ...(isDark ? chooseDarkFrame(iosVersion <= 13) : {}),
    captureSelector: null,
    tooWide: ({ changes }) => (changes.list().some(({ rule }) => rule === autoScaleOff) ? 'cut' : 'scaled'),
    device,
  }
}

function macosMail({
  support,
  version,
  isDark,
}: {
  support: Support
  version: MacosVersion
  isDark: boolean
}): HtmlProfile {
  return {
    kind: 'html',
    support,
    sourceSteps: [],
    steps: [
      ...filters,
      hideDrawings(version === '13'),
      sizeEmbeddedImages(version === '13' || version === '14'),
      ...(isDark ? [followDarkMode(version === '13')] : []),
    ],
    framePage: desktopPage,
    frame: macPane,
    ...(isDark ? chooseDarkFrame(version === '13') : {}),
    captureSelector: null,
  }
}

function chooseDarkFrame(isFirst: boolean): Pick<HtmlProfile, 'fitFrame'> {
  return {
    fitFrame: (message, frame) => ({
      ...frame,
      colorScheme: darkAppearanceOf(message, isFirst) === 'light' ? 'light' : 'dark',
    }),
  }
}

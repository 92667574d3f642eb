import { emulateHtml } from '../../engine/emulate-html'
import { drawIosFonts } from '../../engine/ios-fonts'
import type { Frame } from '../../engine/emulated-document'
import type { Message, Step } from '../../engine/message'
import type { Profile } from '../../engine/profile'
import { breakImages } from '../../engine/steps/break-images'
import { dropColourSchemeMeta } from '../../engine/steps/drop-colour-scheme-meta'
import { filterAtRules } from '../../engine/steps/filter-at-rules'
import { filterAttributes } from '../../engine/steps/filter-attributes'
import { filterDeclarations } from '../../engine/steps/filter-declarations'
import { filterSelectors } from '../../engine/steps/filter-selectors'
import { filterSyntax } from '../../engine/steps/filter-syntax'
import { hideUnshownImages } from '../../engine/steps/hide-unshown-images'
import { removeComments } from '../../engine/steps/remove-comments'
import { replaceUnsupportedElements } from '../../engine/steps/replace-unsupported-elements'
import { showPosters } from '../../engine/steps/show-posters'
import type { Support } from '../../engine/support'
import { turnFrame } from '../../engine/turn-frame'
import type { AppleScreen } from './apple-devices'
import { autoScaleOff, desktopPage, mobilePage } from './page'
import { darkAppearanceOf } from './dark-appearance'
import { detectData } from './steps/detect-data'
import { dropPortraitQueries } from './steps/drop-portrait-queries'
import { flattenViewportHeight } from './steps/flatten-viewport-height'
import { followDarkMode } from './steps/follow-dark-mode'
import { hideDrawings } from './steps/hide-drawings'
import { sizeEmbeddedImages } from './steps/size-embedded-images'

const filters: readonly Step[] = [
  removeComments,
  filterSyntax,
  dropColourSchemeMeta,
  filterAtRules,
  filterSelectors(),
  filterDeclarations,
  replaceUnsupportedElements(null),
  filterAttributes,
  showPosters,
  hideUnshownImages,
  // WebKit shows the alternative text when it fits the image's first line (equinux.com, Mail Designer support 1864).
  breakImages('Apple, Mail settings: Load remote content in messages'),
]

/** Engineering default: the message pane of a window of three columns. */
const macPane: Frame = { width: 800, height: 900, deviceScaleFactor: 1, mobile: false, colorScheme: 'light' }

/** Mail on a phone or tablet with this screen, in one version of iOS or iPadOS. */
export function iosMail(
  { screen, device }: AppleScreen,
  { support, iosVersion, isDark }: { support: Support; iosVersion: number; isDark: boolean },
): Profile {
  const steps: readonly Step[] = [
    ...filters,
    drawIosFonts,
    // Only iOS 18 was found so; 12 to 15 know both orientations (caniemail css-at-media-orientation).
    ...(iosVersion >= 18 ? [dropPortraitQueries] : []),
    ...(iosVersion >= 15 ? [flattenViewportHeight] : []),
    ...(isDark ? [followDarkMode] : []),
    detectData,
  ]
  const framePage = mobilePage(screen)
  const tooWide = 'scaled' as const
  return (content, options) => {
    const frame = inAppearance(turnFrame(screen, options.orientation), isDark)
    const profile = {
      support,
      sourceSteps: [],
      steps,
      framePage,
      frame,
      captureSelector: null,
      tooWide,
      device,
    }
    const emulation = emulateHtml(profile, content, options)
    const isScaled = !emulation.changes.some(({ rule }) => rule === autoScaleOff)
    return isScaled ? emulation : { ...emulation, document: { ...emulation.document, tooWide: 'cut' } }
  }
}

/** Mail on a Mac. Its data detectors show only under the pointer. */
export function macosMail({ support, isDark }: { support: Support; isDark: boolean }): Profile {
  const profile = {
    support,
    sourceSteps: [],
    steps: [...filters, hideDrawings, sizeEmbeddedImages, ...(isDark ? [followDarkMode] : [])],
    framePage: desktopPage,
    frame: inAppearance(macPane, isDark),
    captureSelector: null,
  }
  return (content, options) => emulateHtml(profile, content, options)
}

function inAppearance(frame: Frame, isDark: boolean): Frame | ((message: Message) => Frame) {
  if (!isDark) return frame
  return (message) => ({ ...frame, colorScheme: darkAppearanceOf(message) === 'light' ? 'light' : 'dark' })
}

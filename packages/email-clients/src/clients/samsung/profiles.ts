import { walk, type Declaration } from 'css-tree'
import { androidApp } from '../../engine/answer-device-queries'
import { drawAndroidFonts } from '../../engine/android-fonts'
import { partialInversion } from '../../engine/dark/inversions'
import { recolour } from '../../engine/dark/recolour'
import { androidPhone2015 } from '../../engine/device-frames'
import { emulateHtml } from '../../engine/emulate-html'
import type { Frame } from '../../engine/emulated-document'
import type { Message, Step } from '../../engine/message'
import type { PageColours } from '../../engine/phone-page'
import { sameFor, type FamilyProfiles, type Profile } from '../../engine/profile'
import { breakImages } from '../../engine/steps/break-images'
import { dropColourSchemeMeta } from '../../engine/steps/drop-colour-scheme-meta'
import { dropRefusedInputs } from '../../engine/steps/drop-refused-inputs'
import { filterAtRules } from '../../engine/steps/filter-at-rules'
import { filterAttributes } from '../../engine/steps/filter-attributes'
import { filterDeclarations } from '../../engine/steps/filter-declarations'
import { filterSelectors } from '../../engine/steps/filter-selectors'
import { filterSyntax } from '../../engine/steps/filter-syntax'
import { hideUnshownImages } from '../../engine/steps/hide-unshown-images'
import { refuseValues, someNode } from '../../engine/steps/refuse-values'
import { removeComments } from '../../engine/steps/remove-comments'
import { replaceUnsupportedElements } from '../../engine/steps/replace-unsupported-elements'
import { wrapBody } from '../../engine/steps/wrap-body'
import { showAsPage } from '../../engine/show-as-page'
import type { Support } from '../../engine/support'
import { turnFrame } from '../../engine/turn-frame'
import { fitWindow, wrapperAttributes } from './fit-window'
import { createSamsungSupport } from './support'
import { removeFullHeights } from './steps/remove-full-heights'

const hasPercentage = (declaration: Declaration): boolean =>
  someNode(declaration, ({ type }) => type === 'Percentage')

const steps: readonly Step[] = [
  removeComments,
  filterSyntax,
  dropColourSchemeMeta,
  filterAtRules,
  filterSelectors(),
  filterDeclarations,
  refuseValues(
    {
      properties: /^(?:left|right|top|bottom)$/,
      refuses: hasPercentage,
      what: 'place in percent',
      source: 'caniemail css-left-right-top-bottom note 2, 6.2.01.1',
    },
    {
      properties: /^font-size$/,
      refuses: hasPercentage,
      what: 'font-size in percent',
      source: 'caniemail css-font-size note 2, 2024-02',
    },
  ),
  replaceUnsupportedElements(null),
  dropRefusedInputs,
  filterAttributes,
  hideUnshownImages,
  breakImages('engineering default: nothing is loaded, and WebView draws its placeholder'),
  removeFullHeights,
  drawAndroidFonts,
  wrapBody(wrapperAttributes),
]

/**
 * caniemail html-doctype, 6.0: an email's doctype is not honoured; that the app's page then is drawn in quirks mode, and its margins and
 * size of text, are engineering defaults. caniemail css-word-break note 2: words break everywhere.
 */
const pageIn = ({ page, text, link }: PageColours): Step =>
  showAsPage({
    css: `html{font:16px/1.4 Roboto,Arial,sans-serif;color:${text};background:${page};word-wrap:break-word}
:where(body){margin:8px}
:where(body:not([link]) a[href]){color:${link}}`,
    doctype: 'quirks',
  })

const lightPage: PageColours = { page: '#fff', text: '#000', link: '#0072de' }
/** Engineering default: the black that One UI's dark mode has behind lists and messages. */
const darkPage: PageColours = { page: '#000', text: '#fafafa', link: '#3e91ff' }
/** CIE lightness: what white becomes, the dark page's. */
const darkPageLightness = 0

/**
 * The app darkens an email that has no dark styles of its own: light backgrounds and dark text change (HT 2021; Litmus), by what formula is not
 * published, so Gmail's on Android. An email that asks for the color scheme is left to its own styles.
 */
const darken: Step = (message) => {
  if (asksForColourScheme(message)) return
  recolour({
    rule: 'dark-partial-inversion',
    source: 'HT 2021; Litmus',
    map: partialInversion(darkPageLightness),
  })(message)
}

function asksForColourScheme({ styleBlocks }: Message): boolean {
  return styleBlocks.some(({ sheet }) => {
    let found = false
    if (sheet) {
      walk(sheet, {
        visit: 'Feature',
        enter: ({ name }) => void (found ||= name.toLowerCase() === 'prefers-color-scheme'),
      })
    }
    return found
  })
}

/** Engineering default: a Galaxy S8, and a Galaxy S10, in the resolution they come with; the email's own viewport is not honoured. */
const galaxyS8: Frame = { ...androidPhone2015, height: 740 }
const galaxyS10: Frame = { ...androidPhone2015, height: 760 }
/** Galaxy S22 to S25, of 2022 to 2025: 1080 × 2340 pixels (Samsung, specifications). */
const galaxyS22: Frame = { ...androidPhone2015, height: 780 }

function samsung(screen: Frame, support: Support, isDark = false): Profile {
  return (content, options) => {
    const colorScheme = isDark ? 'dark' : 'light'
    const turned = turnFrame({ ...screen, colorScheme }, options.orientation)
    return emulateHtml(
      {
        support,
        sourceSteps: [],
        steps: isDark ? [...steps, darken] : steps,
        framePage: pageIn(isDark ? darkPage : lightPage),
        frame: (message) => fitWindow(message, turned),
        captureSelector: null,
        tooWide: 'scaled',
        device: androidApp,
      },
      content,
      options,
    )
  }
}

/** Engineering default: the app of before its version 6.1 on the phones that were old then. */
const olderSupport = createSamsungSupport('6.0.04.6')

const newestSupport = createSamsungSupport(null)
const newest = samsung(galaxyS22, newestSupport)
const newestDark = samsung(galaxyS22, newestSupport, true)
const newestAndroids = ['ANDROIDSAMSUNG12', 'ANDROIDSAMSUNG13', 'ANDROIDSAMSUNG14', 'ANDROIDSAMSUNG15']

/** Samsung Email, by its user's phone. The app updates itself: nothing is known to differ between the newest releases of Android. */
export const samsungProfiles: FamilyProfiles = {
  ANDROIDSAMSUNG6: samsung(androidPhone2015, olderSupport),
  ANDROIDSAMSUNG7: samsung(galaxyS8, olderSupport),
  ANDROIDSAMSUNG10: samsung(galaxyS10, newestSupport),
  ...sameFor(newestAndroids, newest),
  ...sameFor(
    newestAndroids.map((code) => `${code}DARK`),
    newestDark,
  ),
}

import { fullInversion } from '../../engine/dark/inversions'
import { recolour } from '../../engine/dark/recolour'
import { lightnessOf, readColour } from '../../engine/dark/colour'
import { rewriteNodes } from '../../engine/html-tree'
import type { Step } from '../../engine/message'
import type { HtmlProfile } from '../../engine/profile'
import { evaluateConditionalComments } from '../../engine/source-steps/evaluate-conditional-comments'
import { dropColourSchemeMeta } from '../../engine/steps/drop-colour-scheme-meta'
import { filterAtRules } from '../../engine/steps/filter-at-rules'
import { filterAttributes } from '../../engine/steps/filter-attributes'
import { filterDeclarations } from '../../engine/steps/filter-declarations'
import { filterSelectors } from '../../engine/steps/filter-selectors'
import { filterSyntax } from '../../engine/steps/filter-syntax'
import { hideUnshownImages } from '../../engine/steps/hide-unshown-images'
import { readLinkedStyleSheets } from '../../engine/steps/read-linked-style-sheets'
import { replaceUnsupportedElements } from '../../engine/steps/replace-unsupported-elements'
import type { Support } from '../../engine/support'
import { fillEmptyCells } from './steps/layout/fill-empty-cells'
import { wordLayout } from './steps/layout/word-layout'
import { applyOfficeProperties } from './steps/apply-office-properties'
import { chooseFonts } from './steps/choose-fonts'
import { dropCellBackgrounds } from './steps/drop-cell-backgrounds'
import { dropDimensionsWithUnits } from './steps/drop-dimensions-with-units'
import { filterImportant } from './steps/filter-important'
import { hideElements } from './steps/hide-elements'
import { inlineRules } from './steps/inline-rules'
import { keepUnknownEntities, restoreAmpersands } from './steps/keep-unknown-entities'
import { refineDeclarations } from './steps/refine-declarations'
import { scaleForDpi, scaleUnsizedPictures } from './steps/scale-for-dpi'
import { showAutomaticText } from './steps/show-automatic-text'
import { showBlockedPictures } from './steps/show-blocked-pictures'
import { showLostPictures } from './steps/show-lost-pictures'
import { unwrapOfficeElements } from './steps/vml/unwrap-office-elements'
import { wordVml } from './steps/vml/word-vml'
import { widenCharacters } from './steps/widen-characters'
import { blackThemeBackground, paneOf, showInPane, wordFrame } from './page'
import { outlookSupport, windowsMailSupport } from './support'
import type { WordVersion } from './word-version'
import { evaluateCondition } from '../../engine/conditional-expression'

/** The version stays 16 from 2016 on, and there is no 13 (HT 2020). */
const officeVersions: Readonly<Record<WordVersion, number>> = {
  2007: 12,
  2010: 14,
  2013: 15,
  2016: 16,
  2019: 16,
  2021: 16,
  2024: 16,
}

/**
 * HT 2020: `mso | IE` names two programs. Engineering default: `supportLists`, `supportFields` and the like are false,
 * which shows the content for other programs.
 */
function wordCondition(version: WordVersion): (condition: string) => boolean {
  const features = new Map([
    ['mso', officeVersions[version]],
    ['vml', 1],
  ])
  return (condition) => evaluateCondition(condition, (feature) => features.get(feature) ?? null)
}

interface WordClient {
  version: WordVersion
  support: Support
  dpi: 96 | 120
  isDark: boolean
  isWindowsMail: boolean
}

/** Since 2013 it also mentions touch. Engineering default: which version has which wording. */
const blockedNotice = (version: WordVersion): string =>
  `Right-click ${version >= 2013 ? 'or tap and hold ' : ''}here to download pictures. To help protect your privacy, ` +
  'Outlook prevented automatic download of this picture from the Internet.'

/**
 * Word stretches no picture further than this many times its file's width (email-bugs 163, 2026-03-18: "the Outlooks on
 * Windows"; assumed: Windows 10 Mail too).
 */
const maxStretch = 65

function wordProfile({ version, support, dpi, isDark, isWindowsMail }: WordClient): HtmlProfile {
  const pane = paneOf(version, isWindowsMail)
  return {
    kind: 'html',
    support,
    sourceSteps: [
      evaluateConditionalComments({
        evaluate: wordCondition(version),
        source: isWindowsMail
          ? 'Email on Acid, Coding for Windows 10 Mail App, 2016: mso 16'
          : 'HT 2020: Word evaluates conditional comments',
      }),
      keepUnknownEntities,
    ],
    steps: [
      restoreAmpersands,
      dropDimensionsWithUnits,
      ...(dpi === 120 ? [scaleForDpi] : []),
      ...wordVml(version),
      dropComments,
      readLinkedStyleSheets,
      dropColourSchemeMeta,
      filterImportant({ inline: isWindowsMail }),
      filterSyntax,
      filterAtRules,
      filterSelectors(),
      // Up to 2016, a declared font ends the list (caniemail css-at-font-face note 5).
      chooseFonts({ stopsAtDeclared: version <= 2016 }),
      filterDeclarations,
      refineDeclarations,
      inlineRules,
      ...(dpi === 120 ? [scaleUnsizedPictures] : []),
      unwrapOfficeElements,
      hideElements,
      applyOfficeProperties,
      widenCharacters,
      dropCellBackgrounds,
      hideUnshownImages,
      showBlockedPictures(blockedNotice(version)),
      showLostPictures,
      ...wordLayout(version, isWindowsMail),
      replaceUnsupportedElements(null),
      fillEmptyCells,
      filterAttributes,
      showAutomaticText,
      ...(isDark ? [invertColours] : []),
    ],
    framePage: showInPane(pane, dpi, isDark),
    frame: wordFrame(pane, dpi),
    captureSelector: null,
    maxStretch,
  }
}

/** `evaluateConditionalComments` leaves comments in place of conditional ones. */
const dropComments: Step = ({ document }) => {
  rewriteNodes(document, (node) => (node.nodeName === '#comment' ? [] : null))
}

const blackTheme = readColour(blackThemeBackground)
const invertColours: Step = recolour({
  rule: 'darkened',
  source:
    'Litmus; ovidem, dev.to: the black theme inverts light colours fully, 2019 and 365; assumed: to which colours',
  map: fullInversion(blackTheme ? lightnessOf(blackTheme) : 0),
})

type Variant = Partial<Pick<WordClient, 'dpi' | 'isDark'>>

const outlook = (version: WordVersion, { dpi = 96, isDark = false }: Variant = {}): HtmlProfile =>
  wordProfile({ version, support: outlookSupport(version), dpi, isDark, isWindowsMail: false })

const outlook365 = ({ dpi = 96, isDark = false }: Variant = {}): HtmlProfile =>
  wordProfile({ version: 2024, support: outlookSupport(null), dpi, isDark, isWindowsMail: false })

/** Windows 10 Mail is `mso 16` (Email on Acid, 2016). */
const windowsMail = wordProfile({
  version: 2016,
  support: windowsMailSupport,
  dpi: 96,
  isDark: false,
  isWindowsMail: true,
})

export const wordProfiles = {
  outlook2007: outlook(2007),
  outlook2010: outlook(2010),
  outlook2013: outlook(2013),
  outlook2013Dpi120: outlook(2013, { dpi: 120 }),
  outlook2016: outlook(2016),
  outlook2016Dpi120: outlook(2016, { dpi: 120 }),
  outlook2019: outlook(2019),
  outlook2019Dark: outlook(2019, { isDark: true }),
  outlook2019Dpi120: outlook(2019, { dpi: 120 }),
  outlook2021: outlook(2021),
  outlook2021Dark: outlook(2021, { isDark: true }),
  outlook2021Dpi120: outlook(2021, { dpi: 120 }),
  outlook2024: outlook(2024),
  outlook2024Dark: outlook(2024, { isDark: true }),
  outlook365: outlook365(),
  outlook365Dark: outlook365({ isDark: true }),
  outlook365Dpi120: outlook365({ dpi: 120 }),
  windowsMail,
}

export type WordProfileName = keyof typeof wordProfiles

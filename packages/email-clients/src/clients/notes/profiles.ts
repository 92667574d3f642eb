import { evaluateCondition } from '../../engine/conditional-expression'
import { emulateHtml, type HtmlProfile } from '../../engine/emulate-html'
import type { Frame } from '../../engine/emulated-document'
import type { Step } from '../../engine/message'
import type { FamilyProfiles, Profile } from '../../engine/profile'
import { evaluateConditionalComments } from '../../engine/source-steps/evaluate-conditional-comments'
import { removeImageAddresses } from '../../engine/steps/block-images'
import { dropColourSchemeMeta } from '../../engine/steps/drop-colour-scheme-meta'
import { dropElements } from '../../engine/steps/drop-elements'
import { filterAttributes } from '../../engine/steps/filter-attributes'
import { filterDeclarations } from '../../engine/steps/filter-declarations'
import { filterSyntax } from '../../engine/steps/filter-syntax'
import { hideUnshownImages } from '../../engine/steps/hide-unshown-images'
import {
  hasSeveralValues,
  isOperator,
  refuseValues,
  someNode,
  topNodes,
} from '../../engine/steps/refuse-values'
import { removeComments } from '../../engine/steps/remove-comments'
import { replaceUnsupportedElements } from '../../engine/steps/replace-unsupported-elements'
import { fontsInPixels } from '../../engine/fonts-in-pixels'
import { showAsPage } from '../../engine/show-as-page'
import { ieSupport, ieVersion } from './support'
import { cellEdges, markCellEdges } from './steps/mark-cell-edges'

const ie = `Internet Explorer ${ieVersion}`

/** What it calls itself. It has VML too, but nobody draws that here: content for browsers without is shown. */
const evaluateForIe = evaluateConditionalComments({
  evaluate: (condition) => evaluateCondition(condition, (feature) => (feature === 'ie' ? ieVersion : null)),
  source: 'MSDN, About conditional comments: Internet Explorer 5 to 9',
})

const filters: readonly Step[] = [
  removeComments,
  // Settings for Office inside a conditional comment that Internet Explorer reads too.
  dropElements({ xml: 'MSDN, XML data islands: what an <xml> element holds is not shown' }),
  filterSyntax,
  dropColourSchemeMeta,
  filterDeclarations,
  refuseValues(
    {
      properties: /^background(?:-image)?$/,
      refuses: hasSeveralValues,
      what: 'several backgrounds',
      source: `${ie}: one background, since version 9 several`,
    },
    {
      properties: /^background$/,
      refuses: (declaration) => topNodes(declaration).some((node) => isOperator(node, '/')),
      what: 'background with a size',
      source: `${ie}: background-size since version 9`,
    },
    {
      properties:
        /^(?:color|background(?:-color)?|(?:border|outline)(?:-color)?|border-(?:top|right|bottom|left))$/,
      refuses: (declaration) =>
        someNode(declaration, (node) => node.type === 'Hash' && /^(?:.{4}|.{8})$/.test(node.value)),
      what: 'colour with alpha',
      source: `${ie}: no colours with alpha`,
    },
  ),
  replaceUnsupportedElements(null),
  filterAttributes,
  hideUnshownImages,
  markCellEdges,
  removeImageAddresses(`engineering default: ${ie}'s box for an image that is off`),
]

/**
 * The browser's own style: Times New Roman, 15 px above and below, 10 px at the sides, 14 pt between paragraphs and headings of
 * any size, 40 px that indent a list as its margin. The browser is in quirks mode whatever doctype an email has, as margins at the edges of cells show
 * (all measured, as `ieSupport` says); so a width includes padding and border (MSDN, CSS enhancements in Internet Explorer 6), and a table inherits
 * no font. The engine's own quirks mode would take the room below a picture's baseline, which the real one has. Letters are not kerned and make no ligatures (MSDN, font-feature-settings: since version 10). A box, with the icon of the engine we have
 * in the place of its cross, stands for an image that is off.
 */
const css = `${fontsInPixels('Internet Explorer')}html{font:16px/normal "Times New Roman",Times,serif;font-kerning:none;font-variant-ligatures:none;color:#000}
:where(body){margin:15px 10px;background:#fff}
:where(p,h1,h2,h3,h4,h5,h6,ul,ol,dl,pre,blockquote){margin-top:14pt;margin-bottom:14pt}
:where(ul,ol){margin-inline-start:40px;padding:0}
:where(:is(ul,ol) :is(ul,ol)){margin-top:0;margin-bottom:0}
:where(table){font-size:16px;font-weight:400;font-style:normal;line-height:normal;white-space:normal;text-align:left}
:where([${cellEdges.start}]){margin-top:0}
:where([${cellEdges.end}]){margin-bottom:0}
:where(*){box-sizing:border-box}
:where(img:not([src])){display:inline-block;overflow:hidden;box-sizing:border-box;min-width:28px;min-height:28px;padding:4px;border:1px solid #b0b0b0;background:#fff;font-size:13px}`

/**
 * What its window of 1366 px leaves the message, measured as `ieSupport` says: Notes 8.5 has a frame at both sides, 9 a narrower one at the left.
 * The height is an engineering default.
 */
const paneOf85 = pane(1287)
const paneOf9 = pane(1303)

function pane(width: number): Frame {
  return { width, height: 600, deviceScaleFactor: 1, mobile: false, colorScheme: 'light' }
}

const profile: Omit<HtmlProfile, 'frame'> = {
  support: ieSupport,
  sourceSteps: [evaluateForIe],
  steps: filters,
  framePage: showAsPage({ css, doctype: 'standards' }),
  captureSelector: null,
}

const notesIn =
  (frame: Frame): Profile =>
  (content, options) =>
    emulateHtml({ ...profile, frame }, content, options)

/** Notes on Windows, whose HTML mail Internet Explorer draws. */
export const notesProfiles: FamilyProfiles = {
  NOTES85: notesIn(paneOf85),
  NOTES9: notesIn(paneOf9),
  NOTES10: notesIn(paneOf9),
}

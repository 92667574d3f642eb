import { evaluateCondition } from '../../engine/conditional-expression'
import type { Frame } from '../../engine/emulated-document'
import type { Step } from '../../engine/message'
import type { HtmlProfile } from '../../engine/profile'
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
import { ieSupport, ieVersion } from './support'
import { markCellEdges, cellEdges } from './steps/mark-cell-edges'
import { fontsInPixels } from '../../engine/fonts-in-pixels'
import { showAsPage } from '../../engine/show-as-page'

/**
 * Measured in the pictures that `corrections` in `support` cites. Always quirks mode: a width includes padding and
 * border (MSDN, CSS enhancements in Internet Explorer 6). Our page has a doctype, because our engine's quirks mode
 * removes the space below pictures. No kerning or ligatures (MSDN, font-feature-settings).
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

const notesPage = showAsPage({ css, doctype: 'standards' })

const ie = `Internet Explorer ${ieVersion}`

/** `vml` is false because we do not draw it, so content for browsers without VML is shown. */
const evaluateForIe = evaluateConditionalComments({
  evaluate: (condition) => evaluateCondition(condition, (feature) => (feature === 'ie' ? ieVersion : null)),
  source: 'MSDN, About conditional comments: Internet Explorer 5 to 9',
})

const filters: readonly Step[] = [
  removeComments,
  // Settings for Office in a conditional comment, which Internet Explorer reads too.
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
 * In a window of 1366 px, as in the pictures that `corrections` in `support` cites. Engineering default: the height.
 */
const paneOf85 = pane(1287)
const paneOf9 = pane(1303)

function pane(width: number): Frame {
  return { width, height: 600, deviceScaleFactor: 1, mobile: false, colorScheme: 'light' }
}

const notes85: HtmlProfile = {
  kind: 'html',
  support: ieSupport,
  sourceSteps: [evaluateForIe],
  steps: filters,
  framePage: notesPage,
  frame: paneOf85,
  captureSelector: null,
}

export const notesProfiles = {
  notes85,
  notes9: { ...notes85, frame: paneOf9 },
} satisfies Record<string, HtmlProfile>

export type NotesProfileName = keyof typeof notesProfiles

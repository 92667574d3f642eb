import type { Citation } from '../../sources/sources'
import { refuses, type Correction, type JudgeUnlisted } from '../../engine/support'
import {
  hasLaterColourName,
  hasModernRgb,
  isOperator,
  topNodes,
  type RefusedValue,
} from '../../engine/steps/refuse-values'
import { sideBorders } from '../../engine/judge-by-lists'

const sides = ['top', 'right', 'bottom', 'left']

const properties: ReadonlySet<string> = new Set([
  ...(
    'background background-attachment background-color background-image background-position background-repeat border ' +
    'border-collapse border-color border-spacing border-style border-width bottom caption-side clear clip color ' +
    'cursor direction display empty-cells float font font-family font-size font-style font-variant font-weight ' +
    'height left letter-spacing line-height list-style list-style-image list-style-position list-style-type margin ' +
    'max-height max-width min-height min-width outline outline-color outline-style outline-width overflow padding ' +
    'position right table-layout text-align text-decoration text-indent text-transform top unicode-bidi ' +
    'vertical-align visibility white-space width word-spacing z-index'
  ).split(' '),
  ...sides.flatMap((side) => [`margin-${side}`, `padding-${side}`]),
  ...sideBorders,
])

const elements: ReadonlySet<string> = new Set(
  (
    'a abbr acronym address area b basefont bdo big blockquote body br caption center cite code col colgroup dd del ' +
    'dfn dir div dl dt em fieldset font h1 h2 h3 h4 h5 h6 head hr html i img ins kbd label legend li map menu nobr ol p ' +
    'pre q s samp small span strike strong sub sup table tbody td tfoot th thead title tr tt u ul var'
  ).split(' '),
)

/**
 * GMX, WEB.DE and Orange refuse everything newer than CSS 2.1 and HTML 4, even colour names (caniemail, 2021-03 to
 * 2022-11).
 */
export const judgeUnlistedByCss2: JudgeUnlisted = (kind, name) => {
  const honoured = kind === 'property' ? properties.has(name) : kind === 'element' ? elements.has(name) : true
  return { honoured, source: 'only CSS 2.1 and HTML 4 are known to be kept: caniemail, 2021-03 to 2022-11' }
}

export function refuseBeyondCss2(sources: {
  colourNames: Citation
  rgb: Citation
  backgroundSize: Citation
}): RefusedValue[] {
  return [
    {
      properties: /^background-color$/,
      refuses: hasLaterColourName,
      what: 'colour name that is not of CSS 1',
      source: sources.colourNames,
    },
    {
      properties: /./,
      refuses: hasModernRgb,
      what: 'rgb() with blanks or alpha',
      source: sources.rgb,
    },
    {
      properties: /^background$/,
      refuses: (declaration) => topNodes(declaration).some((node) => isOperator(node, '/')),
      what: 'background with a size',
      source: sources.backgroundSize,
    },
  ]
}

export function refuseNewerDisplays(source: Citation): Correction[] {
  const refused = 'inline-flex inline-grid flex grid flow-root contents initial revert unset'.split(' ')
  return refuses(source, ...refused.map((value) => `value:display ${value}`))
}

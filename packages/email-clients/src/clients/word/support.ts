import { caniemailCells } from '../../caniemail/caniemail-cells'
import { sideBorders } from '../../engine/judge-by-lists'
import {
  honours,
  refuses,
  createSupport,
  type Correction,
  type JudgeUnlisted,
  type Support,
} from '../../engine/support'
import type { WordVersion } from './word-version'

/** Cells that say "partly" or are about several subjects. */
const corrections: readonly Correction[] = [
  ...refuses('caniemail html-lists note 1, 2024-02', 'attribute:reversed'),
  ...refuses('caniemail css-text-align note 1, 2021-09', 'value:text-align start', 'value:text-align end'),
  ...refuses('caniemail css-text-decoration note 3, 2019-02', 'value:text-decoration overline'),
  ...refuses('caniemail css-text-transform note 1, 2021-09', 'value:text-transform lowercase'),
  // The step `chooseFonts` removes only this name from a list.
  ...honours('caniemail css-sytem-ui, 2021: the font is not there', 'keyword:system-ui'),
  // The cells are about single types of inputs, so none is about the element.
  ...refuses('caniemail html-form, html-input-text, 2019', 'element:input'),
]

/**
 * `background` needs none: its cell says "partly", on `<body>` (caniemail html-background note 2, 2019-02), and the
 * step `dropCellBackgrounds` removes the others.
 */
const outlookCorrections: readonly Correction[] = [
  ...corrections,
  ...refuses('caniemail css-text-justify note 3, 2024-04', ...textJustifyExcept('inter-character')),
]

/** Outlook 2024 was made of the Outlook of Microsoft 365. */
const since2023: readonly Correction[] = [
  ...outlookCorrections,
  ...refuses(
    'goodemailcode, link button, 2023-04-20: since early 2023; resend/react-email 1512, 2024-06-23; assumed: 2024 too',
    'property:letter-spacing',
  ),
]

function textJustifyExcept(honoured: string): string[] {
  const keywords = ['auto', 'none', 'inter-word', 'inter-character', 'inter-ideograph', 'distribute']
  return keywords.filter((keyword) => keyword !== honoured).map((keyword) => `value:text-justify ${keyword}`)
}

/** Microsoft, Word 2007 HTML and CSS rendering, 2006, as HT 2020 sums it up. */
const wordProperties: ReadonlySet<string> = new Set([
  ...(
    'color font-family font-style font-variant border-color border-style border-width page-break-after ' +
    'page-break-before page-break-inside text-underline text-line-through unicode-bidi layout-flow layout-grid ' +
    'layout-grid-mode ruby-align ruby-overhang ruby-position tab-stops text-autospace text-effect text-fit ' +
    'text-underline-color text-underline-style punctuation-trim punctuation-wrap page'
  ).split(' '),
  ...sideBorders,
])

/** HTML 4 elements without a cell. Other elements lose their tags. */
const html4Elements: ReadonlySet<string> = new Set(
  (
    'a b basefont bdo big br center cite dfn dir em fieldset font hgroup i ins kbd label legend menu nobr ' +
    'q s samp sub sup title tt u var head html meta style'
  ).split(' '),
)

const colourFunctions = new Set(['rgb', 'url'])
/** CSS 2.1: Word's reading of CSS is of 2006, older than `q` and the like. */
const units = new Set('px pt pc in cm mm em ex %'.split(' '))

const never = (): boolean => false
/** Word knows all names of other kinds. */
const knownByWord: Readonly<Partial<Record<string, (name: string) => boolean>>> = {
  property: (name) => wordProperties.has(name) || name.startsWith('mso-'),
  element: (name) => html4Elements.has(name),
  function: (name) => colourFunctions.has(name),
  unit: (name) => units.has(name),
  keyword: (name) => name !== 'unset' && name !== 'revert' && name !== 'revert-layer',
  selector: never,
  'pseudo-class': never,
  'pseudo-element': never,
  'at-rule': never,
  'media-feature': never,
  'media-type': never,
  'media-query': never,
  'input-type': never,
}

/** Word reads CSS 1 with some of CSS 2 (Microsoft, 2006): newer, untested features are not honoured. */
const judgeUnlistedByWord: JudgeUnlisted = (kind, name) => ({
  honoured: knownByWord[kind]?.(name) ?? true,
  source: 'Microsoft, Word 2007 HTML and CSS rendering, 2006',
})

/** @param version null: Microsoft 365, the newest */
export function outlookSupport(version: WordVersion | null): Support {
  return createSupport({
    cells: caniemailCells('outlook/windows'),
    version: version === null ? null : String(version),
    corrections: version === null || version >= 2024 ? since2023 : outlookCorrections,
    unlisted: judgeUnlistedByWord,
  })
}

export const windowsMailSupport: Support = createSupport({
  cells: caniemailCells('outlook/windows-mail'),
  corrections,
  unlisted: judgeUnlistedByWord,
})

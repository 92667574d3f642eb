import type { Citation } from '../../../sources/sources'
import { generate, type CssNode, type Declaration, type DeclarationList, type List } from 'css-tree'
import { readCss } from '../../../engine/css-syntax'
import { placeOf } from '../../../engine/html-tree'
import type { Step } from '../../../engine/message'
import type { Support } from '../../../engine/support'

const officeReference = 'Microsoft, Office HTML and XML reference, 2000'
const goodEmailCode = 'goodemailcode, mso-styles, 2021'

/** They override the declaration with the CSS name. */
const ownNames: Readonly<Record<string, string>> = {
  'mso-ansi-font-size': 'font-size',
  'mso-ansi-font-style': 'font-style',
  'mso-ansi-font-weight': 'font-weight',
  'mso-ascii-font-family': 'font-family',
  'mso-style-textfill-fill-color': 'color',
}

/**
 * `mso-<p>-alt` overrides `p`, also a later one, unless `p` is `!important`. `!important` then goes: `inlineRules` has
 * put these declarations last.
 */
export const applyOfficeProperties: Step = ({ styleAttributes, support, changes }) => {
  for (const { owners, list } of styleAttributes) {
    const [first] = owners
    if (!list || !first) continue
    const items = list.children
    const values = declarationsByName(items)
    const record = (what: string, source: Citation) => {
      changes.record({ rule: 'office-property', what, source }, placeOf(first, 'style'), owners.length)
    }
    for (const [name, declaration] of values) {
      const property = name.startsWith('mso-') ? standardName(name, support) : null
      if (property === null || values.get(property)?.important === true) continue
      record(name, name in ownNames ? goodEmailCode : officeReference)
      put(items, property, withPixels(generate(declaration.value)))
    }
    hideUnfilledText(values, items, record)
    for (const node of items) if (node.type === 'Declaration') node.important = false
  }
}

function declarationsByName(items: List<CssNode>): Map<string, Declaration> {
  const byName = new Map<string, Declaration>()
  for (const node of items) if (node.type === 'Declaration') byName.set(node.property.toLowerCase(), node)
  return byName
}

function standardName(name: string, support: Support): string | null {
  const own = ownNames[name]
  if (own !== undefined) return own
  const alternative = /^mso-([a-z-]+)-alt$/.exec(name)?.[1]
  // `mso-font-alt` names a substitute font, see `choose-fonts`; it is no `font`.
  if (alternative === undefined || alternative === 'font') return null
  return support.judge('property', alternative).honoured ? alternative : null
}

/** goodemailcode: numbers without a unit are pixels. Those of one digit stay, because they can be line heights. */
function withPixels(css: string): string {
  return css.replace(/(^|\s)(\d{2,5}(?:\.\d{1,4})?)(?=\s|$)/g, '$1$2px')
}

/** Appends the property, so that it also overrides longhands before it. */
function put(items: List<CssNode>, property: string, css: string): void {
  items.forEach((node, item) => {
    if (node.type === 'Declaration' && node.property.toLowerCase() === property) items.remove(item)
  })
  items.appendList(
    (readCss(`${property}:${css}`, { context: 'declarationList' }) as DeclarationList).children,
  )
}

type Values = ReadonlyMap<string, Declaration>
type Recorder = (what: string, source: Citation) => void

function hideUnfilledText(values: Values, items: List<CssNode>, record: Recorder): void {
  const type = values.get('mso-style-textfill-type')
  if (!type || generate(type.value).trim().toLowerCase() !== 'none') return
  record('mso-style-textfill-type', goodEmailCode)
  put(items, 'color', 'transparent')
}

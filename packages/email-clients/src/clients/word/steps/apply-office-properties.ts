import type { Citation } from '../../../sources/sources'
import { generate, type CssNode, type Declaration, type DeclarationList, type List } from 'css-tree'
import { readCss } from '../../../engine/css-syntax'
import { placeOf } from '../../../engine/html-tree'
import type { Step } from '../../../engine/message'
import type { Support } from '../../../engine/support'

const officeReference = 'Microsoft, Office HTML and XML reference, 2000'
const goodEmailCode = 'goodemailcode, mso-styles, 2021'

const cssNames: Readonly<Record<string, string>> = {
  'mso-ansi-font-size': 'font-size',
  'mso-ansi-font-style': 'font-style',
  'mso-ansi-font-weight': 'font-weight',
  'mso-ascii-font-family': 'font-family',
  'mso-style-textfill-fill-color': 'color',
}

/**
 * `mso-<p>-alt` overrides `p`, also a later one, unless `p` is `!important`. Then removes every `!important`:
 * `inlineRules` has put those declarations last.
 */
export const applyOfficeProperties: Step = ({ styleAttributes, support, changes }) => {
  for (const { owners, list } of styleAttributes) {
    const [first] = owners
    if (!list || !first) continue
    const items = list.children
    const declarations = declarationsByName(items)
    const record = (what: string, source: Citation) => {
      changes.record({ rule: 'office-property', what, source }, placeOf(first, 'style'), owners.length)
    }
    for (const [name, declaration] of declarations) {
      const property = name.startsWith('mso-') ? standardName(name, support) : null
      if (property === null || declarations.get(property)?.important === true) continue
      record(name, name in cssNames ? goodEmailCode : officeReference)
      setLast(items, property, addPixelUnits(generate(declaration.value)))
    }
    hideUnfilledText(declarations, items, record)
    for (const node of items) if (node.type === 'Declaration') node.important = false
  }
}

function declarationsByName(items: List<CssNode>): Map<string, Declaration> {
  const byName = new Map<string, Declaration>()
  for (const node of items) if (node.type === 'Declaration') byName.set(node.property.toLowerCase(), node)
  return byName
}

function standardName(name: string, support: Support): string | null {
  const cssName = cssNames[name]
  if (cssName !== undefined) return cssName
  const alternative = /^mso-([a-z-]+)-alt$/.exec(name)?.[1]
  // `mso-font-alt` names a substitute font, see `choose-fonts`; it is no `font`.
  if (alternative === undefined || alternative === 'font') return null
  return support.judge('property', alternative).honoured ? alternative : null
}

/** goodemailcode: numbers without a unit are pixels. One digit gets no unit, because it can be a line height. */
function addPixelUnits(css: string): string {
  return css.replace(/(^|\s)(\d{2,5}(?:\.\d{1,4})?)(?=\s|$)/g, '$1$2px')
}

/** Appends the property, so that it also overrides longhands before it. */
function setLast(items: List<CssNode>, property: string, css: string): void {
  items.forEach((node, item) => {
    if (node.type === 'Declaration' && node.property.toLowerCase() === property) items.remove(item)
  })
  items.appendList(
    (readCss(`${property}:${css}`, { context: 'declarationList' }) as DeclarationList).children,
  )
}

function hideUnfilledText(
  declarations: ReadonlyMap<string, Declaration>,
  items: List<CssNode>,
  record: (what: string, source: Citation) => void,
): void {
  const type = declarations.get('mso-style-textfill-type')
  if (!type || generate(type.value).trim().toLowerCase() !== 'none') return
  record('mso-style-textfill-type', goodEmailCode)
  setLast(items, 'color', 'transparent')
}

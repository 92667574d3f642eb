import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsIn, isHtmlElement, placeOf, removeAttribute, rewriteNodes } from '../../../engine/html-tree'
import type { Step } from '../../../engine/message'

const source =
  'thunderbird-android 22.0, library/html-cleaner (BodyCleaner, HeadCleaner), 2026-08; jsoup, Safelist.relaxed'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** jsoup's relaxed list, and what the app adds to it. */
const bodyElements = words(
  'a b blockquote br caption cite code col colgroup dd div dl dt em h1 h2 h3 h4 h5 h6 i img li ol p pre q small span strike strong sub sup ' +
    'table tbody td tfoot th thead tr u ul font hr ins del center map area title tt kbd samp var style s',
)
const headElements = words('style meta base')
const structure = words('html head body')
/** Removed with their content. */
const unreadable = words('script noscript template textarea select iframe object audio video svg math')

const onAll = words('class style id dir')
const cell = 'abbr axis align background bgcolor colspan headers height nowrap rowspan scope valign width'
const attributesOf: Readonly<Partial<Record<string, ReadonlySet<string>>>> = {
  a: words('href title name'),
  area: words('shape coords href alt'),
  blockquote: words('cite'),
  body: words('lang alink background bgcolor link text vlink'),
  col: words('span width'),
  colgroup: words('span width'),
  div: words('align'),
  font: words('color face size'),
  img: words('align alt height src title width usemap'),
  map: words('name'),
  ol: words('start type'),
  q: words('cite'),
  table: words('summary width align background bgcolor border cellpadding cellspacing'),
  td: words(cell),
  th: words(`${cell} sorted`),
  tr: words('align background bgcolor valign'),
  ul: words('type'),
}

/** The content of other elements in the body stays. CSS is not changed. */
export const cleanLikeJsoup: Step = ({ document, head, body, changes }) => {
  const record = (what: string, where: ReturnType<typeof placeOf>): boolean =>
    changes.record(
      { rule: what.startsWith('<') ? 'element-unsupported' : 'attribute-unsupported', what, source },
      where,
    )
  rewriteNodes(head, (node) => {
    if (!('tagName' in node) || headElements.has(node.tagName)) return null
    const isDropped = node.tagName === 'title' || record(`<${node.tagName}>`, placeOf(node))
    return isDropped ? [] : null
  })
  rewriteNodes(body, (node) => {
    if (!('tagName' in node) || (isHtmlElement(node) && bodyElements.has(node.tagName))) return null
    // Elements of a drawing are removed with it.
    if (!isHtmlElement(node) && !unreadable.has(node.tagName)) return null
    if (!record(`<${node.tagName}>`, placeOf(node))) return null
    return unreadable.has(node.tagName) ? [] : node.childNodes
  })
  for (const element of elementsIn(document)) cleanAttributes(element, record)
}

function cleanAttributes(
  element: Tree.Element,
  record: (what: string, where: ReturnType<typeof placeOf>) => boolean,
): void {
  const { tagName } = element
  if (headElements.has(tagName) || (structure.has(tagName) && tagName !== 'body')) return
  for (const { name } of [...element.attrs]) {
    if (onAll.has(name) || attributesOf[tagName]?.has(name)) continue
    if (record(`${tagName} ${name}`, placeOf(element, name))) removeAttribute(element, name)
  }
}

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
const structureElements = words('html head body')
const removedWhole = words('script noscript template textarea select iframe object audio video svg math')

const attributesOfAll = words('class style id dir')
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

type Recorder = (
  rule: 'element-unsupported' | 'attribute-unsupported',
  what: string,
  where: ReturnType<typeof placeOf>,
) => boolean

/** Elements of the body that are not on the list lose their tags; their content stays. CSS is not changed. */
export const cleanLikeJsoup: Step = ({ document, head, body, changes }) => {
  const record: Recorder = (rule, what, where) => changes.record({ rule, what, source }, where)
  rewriteNodes(head, (node) => {
    if (!('tagName' in node) || headElements.has(node.tagName)) return null
    // No client shows the title, so its removal is not recorded.
    const isDropped =
      node.tagName === 'title' || record('element-unsupported', `<${node.tagName}>`, placeOf(node))
    return isDropped ? [] : null
  })
  rewriteNodes(body, (node) => {
    if (!('tagName' in node) || (isHtmlElement(node) && bodyElements.has(node.tagName))) return null
    // Elements of a drawing are removed with it.
    if (!isHtmlElement(node) && !removedWhole.has(node.tagName)) return null
    if (!record('element-unsupported', `<${node.tagName}>`, placeOf(node))) return null
    return removedWhole.has(node.tagName) ? [] : node.childNodes
  })
  for (const element of elementsIn(document)) cleanAttributes(element, record)
}

function cleanAttributes(element: Tree.Element, record: Recorder): void {
  const { tagName } = element
  if (headElements.has(tagName) || (structureElements.has(tagName) && tagName !== 'body')) return
  for (const { name } of [...element.attrs]) {
    if (attributesOfAll.has(name) || attributesOf[tagName]?.has(name)) continue
    if (record('attribute-unsupported', `${tagName} ${name}`, placeOf(element, name)))
      removeAttribute(element, name)
  }
}

import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsIn, findAttribute, placeOf } from '../../../../engine/html-tree'
import type { Step } from '../../../../engine/message'
import { DeclaredValues } from '../values/declared-values'
import { InlineDeclarations } from '../../../../engine/inline-declarations'
import { isPainted } from '../values/longhands'

const textBlocks = new Set('p div h1 h2 h3 h4 h5 h6 ul ol blockquote center'.split(' '))

/** In a coloured container, the table covers four pixels of the text after it: `mso-text-indent-alt:4px` fixes it. */
export const cropTextBesideTable: Step = (message) => {
  const { document, changes } = message
  const inline = new InlineDeclarations(message)
  const declared = new DeclaredValues((property) => /^(?:background|mso-text-indent-alt)/.test(property))
  const isColoured = (element: Tree.Element): boolean =>
    isPainted(findAttribute(element, 'bgcolor') ?? undefined) ||
    isPainted(declared.valuesIn(inline.find(element)).get('background-color'))
  const elements = elementsIn(document)
  const elementsAfter = elementsAfterTables(elements)
  for (const table of elements) {
    if (table.tagName !== 'table' || findAttribute(table, 'align')?.trim().toLowerCase() !== 'left') continue
    const text = elementsAfter.get(table)
    if (!text || !textBlocks.has(text.tagName) || !containersOf(table).some(isColoured)) continue
    if (declared.valuesIn(inline.find(text)).has('mso-text-indent-alt')) continue
    inline.add(table, 'position:relative;margin-right:-4px')
    const source = 'email-bugs 158, 2025-10-23; assumed: that one report is enough'
    changes.record({ rule: 'text-under-aligned-table', what: `<${text.tagName}>`, source }, placeOf(text))
  }
  inline.finish()
}

/** From cell to table. Each can have the background. */
function containersOf(table: Tree.Element): Tree.Element[] {
  const containers: Tree.Element[] = []
  let parent = table.parentNode
  while (parent && 'tagName' in parent && parent.tagName !== 'body' && containers.length < 4) {
    containers.push(parent)
    if (parent.tagName === 'table') break
    parent = parent.parentNode
  }
  return containers
}

function elementsAfterTables(elements: readonly Tree.Element[]): Map<Tree.Element, Tree.Element> {
  const next = new Map<Tree.Element, Tree.Element>()
  for (const { childNodes } of elements) {
    let table: Tree.Element | null = null
    for (const node of childNodes) {
      if ('tagName' in node) {
        if (table) next.set(table, node)
        table = node.tagName === 'table' ? node : null
      } else if ('value' in node && node.value.trim() !== '') table = null
    }
  }
  return next
}

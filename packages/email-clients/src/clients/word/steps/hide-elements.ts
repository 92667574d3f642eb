import type { ChangeKind } from '../../../engine/change-log'
import { generate, type Declaration } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { createElement, elementsIn, placeOf, rewriteNodes } from '../../../engine/html-tree'
import type { Message, Step } from '../../../engine/message'

const rowParts = new Set(['tbody', 'thead', 'tfoot', 'tr'])

/**
 * Word shows images that are hidden themselves, and tables inside a hidden element (caniemail css-display-none notes 1
 * and 2, 2019-02).
 */
export const hideElements: Step = (message) => {
  const hidden = findHidden(message)
  if (hidden.size === 0) return
  const keptTables = findKeptTables(hidden, message)
  rewriteNodes(message.document, (node) => {
    if (!('tagName' in node) || !hidden.has(node)) return null
    message.hidden.add(node)
    const kept = keptTables.get(node) ?? []
    if (kept.length === 0) return []
    const source = 'caniemail css-display-none note 1, 2019-02'
    const kind: ChangeKind = { rule: 'table-not-hidden', what: `<table> in <${node.tagName}>`, source }
    message.changes.record(kind, placeOf(node), kept.length)
    if (node.tagName === 'td' || node.tagName === 'th') return [createElement(node.tagName, {}, kept)]
    if (node.tagName === 'tr') return [createElement('tr', {}, [createElement('td', {}, kept)])]
    if (rowParts.has(node.tagName)) {
      return [createElement(node.tagName, {}, [createElement('tr', {}, [createElement('td', {}, kept)])])]
    }
    return kept
  })
  for (const attribute of message.styleAttributes) {
    attribute.owners = attribute.owners.filter((owner) => !hidden.has(owner))
  }
  message.styleAttributes = message.styleAttributes.filter(({ owners }) => owners.length > 0)
}

function findHidden({ styleAttributes, changes }: Message): Set<Tree.Element> {
  const hidden = new Set<Tree.Element>()
  for (const { owners, list } of styleAttributes) {
    const [first] = owners
    if (!list || !first) continue
    const hides = [...list.children].some(
      (node) => node.type === 'Declaration' && (isHide(node) || isDisplayNone(node)),
    )
    if (!hides) continue
    // The owners are of one type, as `inlineRules` leaves them.
    if (first.tagName === 'img') {
      const source = 'caniemail css-display-none note 2, 2019-02'
      changes.record(
        { rule: 'image-not-hidden', what: '<img>', source },
        placeOf(first, 'style'),
        owners.length,
      )
      list.children.forEach((node, item) => {
        if (node.type === 'Declaration' && isDisplayNone(node)) list.children.remove(item)
      })
      continue
    }
    if ([...list.children].some((node) => node.type === 'Declaration' && isHide(node))) {
      const source = 'Microsoft, Office HTML and XML reference, 2000'
      changes.record(
        { rule: 'office-property', what: 'mso-hide', source },
        placeOf(first, 'style'),
        owners.length,
      )
    }
    for (const owner of owners) if (owner.tagName !== 'body') hidden.add(owner)
  }
  return hidden
}

const isHide = ({ property, value }: Declaration): boolean =>
  property.toLowerCase() === 'mso-hide' && /^\s*(?:all|screen)\s*$/i.test(generate(value))

const isDisplayNone = ({ property, value }: Declaration): boolean =>
  property.toLowerCase() === 'display' && /^\s*none\s*$/i.test(generate(value))

/** By the outermost hidden element: the outermost tables in it that are not hidden themselves. */
function findKeptTables(
  hidden: ReadonlySet<Tree.Element>,
  { document }: Message,
): Map<Tree.Element, Tree.Element[]> {
  const tables = new Map<Tree.Element, Tree.Element[]>()
  /** The outermost; null for a shown element. */
  const hiddenAround = new Map<Tree.Element, Tree.Element | null>()
  for (const element of elementsIn(document)) {
    const { parentNode } = element
    const around = parentNode && 'tagName' in parentNode ? (hiddenAround.get(parentNode) ?? null) : null
    if (hidden.has(element)) {
      hiddenAround.set(element, around ?? element)
      continue
    }
    if (around !== null && element.tagName === 'table') {
      const known = tables.get(around)
      if (known) known.push(element)
      else tables.set(around, [element])
      hiddenAround.set(element, null)
      continue
    }
    hiddenAround.set(element, around)
  }
  return tables
}

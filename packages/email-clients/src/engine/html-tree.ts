import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { Change } from './emulated-document'

/** In document order, parents first, without recursion. */
export function elementsIn(root: Tree.ParentNode): Tree.Element[] {
  const found: Tree.Element[] = []
  const waiting: Tree.ChildNode[] = [...root.childNodes].reverse()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!('tagName' in node)) continue
    found.push(node)
    for (let at = node.childNodes.length - 1; at >= 0; at--) {
      const child = node.childNodes[at]
      if (child) waiting.push(child)
    }
  }
  return found
}

/** Children first. `rewrite` returns what replaces a node, or null to keep it. */
export function rewriteNodes(
  root: Tree.ParentNode,
  rewrite: (node: Tree.ChildNode) => readonly Tree.ChildNode[] | null,
): void {
  for (const parent of [root, ...elementsIn(root)].reverse()) {
    let rebuilt: Tree.ChildNode[] | null = null
    parent.childNodes.forEach((child, at) => {
      const replacement = rewrite(child)
      if (replacement) rebuilt ??= parent.childNodes.slice(0, at)
      if (!rebuilt) return
      for (const node of replacement ?? [child]) {
        node.parentNode = parent
        rebuilt.push(node)
      }
    })
    if (rebuilt) parent.childNodes = rebuilt
  }
}

export function findAttribute(element: Tree.Element, name: string): string | null {
  return element.attrs.find((attribute) => attribute.name === name)?.value ?? null
}

export function setAttribute(element: Tree.Element, name: string, value: string): void {
  const attribute = element.attrs.find((candidate) => candidate.name === name)
  if (attribute) attribute.value = value
  else element.attrs.push({ name, value })
}

export function removeAttribute(element: Tree.Element, name: string): void {
  element.attrs = element.attrs.filter((attribute) => attribute.name !== name)
}

const htmlNamespace = 'http://www.w3.org/1999/xhtml' as Tree.Element['namespaceURI']

/** False for SVG and MathML. */
export function isHtmlElement(element: Tree.Element): boolean {
  return element.namespaceURI === htmlNamespace
}

/** Sets the parent of `children`. Has no position in the HTML as sent. */
export function createElement(
  tagName: string,
  attributes: Readonly<Record<string, string>> = {},
  children: Tree.ChildNode[] = [],
): Tree.Element {
  const element: Tree.Element = {
    nodeName: tagName,
    tagName,
    attrs: Object.entries(attributes).map(([name, value]) => ({ name, value })),
    namespaceURI: htmlNamespace,
    childNodes: children,
    parentNode: null,
  }
  for (const child of children) child.parentNode = element
  return element
}

export function createText(value: string): Tree.TextNode {
  return { nodeName: '#text', value, parentNode: null }
}

export function html5Doctype(document: Tree.Document): Tree.DocumentType {
  return { nodeName: '#documentType', name: 'html', publicId: '', systemId: '', parentNode: document }
}

export function textOf(element: Tree.Element): string {
  return element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
}

/** In the HTML as sent. Null if a parser or a step added the node. */
export function placeOf(node: Tree.ChildNode, attributeName?: string): Change['where'] {
  const location = node.sourceCodeLocation
  const attributes = location && 'attrs' in location ? location.attrs : undefined
  const place = (attributeName === undefined ? undefined : attributes?.[attributeName]) ?? location
  return place ? { line: place.startLine, column: place.startCol } : null
}

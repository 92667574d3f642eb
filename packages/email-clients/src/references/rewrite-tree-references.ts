import { html, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { attributeReference } from './attribute-reference'
import { absoluteBase, missingReference, replacedReference } from './resolve-reference'
import { createReplacingHandlers } from './replace-references'
import { rewriteConditionalComment, type MarkupReferences } from './rewrite-markup'

/**
 * Changes a tree parsed with `scriptingEnabled: false`. `replace` gets normalised http(s) and `cid:` URLs. What clients
 * never load becomes `missingReference`.
 */
export function rewriteTreeReferences(document: Tree.Document, replace: (url: string) => string): void {
  const baseUrl = findBaseOfTree(document)
  const references = createReplacingHandlers(
    (address) => replacedReference(address, baseUrl, replace),
    (address) => replacedReference(address, baseUrl, () => missingReference),
  )
  for (const node of nodesOf(document)) {
    if (node.nodeName === '#comment') {
      const comment = node as Tree.CommentNode
      comment.data = rewriteConditionalComment(comment.data, references) ?? comment.data
    } else if ('tagName' in node) rewriteElement(node, references)
  }
}

function rewriteElement(element: Tree.Element, references: MarkupReferences): void {
  // The parser restores capitals in SVG, as in feImage.
  const tagName = element.tagName.toLowerCase()
  const read = (attributeName: string): string | undefined =>
    element.attrs.find((attribute) => sourceNameOf(attribute) === attributeName)?.value
  for (const attribute of element.attrs) {
    const kind = attributeReference(tagName, sourceNameOf(attribute), read)
    if (kind) attribute.value = references.attribute(kind, attribute.value, 0, read) ?? attribute.value
  }
  if (tagName === 'style') rewriteStyleElement(element, references)
}

/** Reads all text nodes as one: in SVG, comments can split an address. */
function rewriteStyleElement(element: Tree.Element, references: MarkupReferences): void {
  const texts = element.childNodes.filter((child): child is Tree.TextNode => child.nodeName === '#text')
  const [first, ...others] = texts
  const rewritten = references.styleElement(texts.map(({ value }) => value).join(''), 0)
  if (!first || rewritten === null) return
  first.value = rewritten
  for (const other of others) other.value = ''
}

const sourceNameOf = ({ prefix, name }: { prefix?: string; name: string }): string =>
  (prefix ? `${prefix}:${name}` : name).toLowerCase()

function findBaseOfTree(document: Tree.Document): string | null {
  for (const node of nodesOf(document)) {
    if (node.nodeName !== 'base' || !('attrs' in node) || node.namespaceURI !== html.NS.HTML) continue
    const href = node.attrs.find(({ name }) => name === 'href')
    if (href) return absoluteBase(href.value)
  }
  return null
}

/** `root` and all below, in document order, with templates' contents. */
function* nodesOf(root: Tree.ParentNode): Generator<Tree.Node> {
  const waiting: Tree.Node[] = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node
    if ('childNodes' in node) pushReversed(waiting, node.childNodes)
    if ('content' in node) waiting.push(node.content)
  }
}

function pushReversed(waiting: Tree.Node[], nodes: readonly Tree.Node[]): void {
  for (let at = nodes.length - 1; at >= 0; at--) {
    const node = nodes[at]
    if (node) waiting.push(node)
  }
}

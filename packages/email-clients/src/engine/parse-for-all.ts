import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { EmailContent } from './emulated-document'
import { parseHtml } from './parse-html'

interface Parsed {
  document: Tree.Document
  bounds: string[]
}

/** By the HTML, which some email clients change before they parse it. Null: parsed once, for one email client. */
const parsedOf = new WeakMap<EmailContent, Map<string, Parsed | null>>()

/** A tree is kept as long as its email. */
const maxLength = 200_000
const maxSources = 8

/**
 * As `parseHtml`. The second email client of an email has the tree kept, and it and later ones change a copy: that takes
 * a fifth of the time. An email that one email client shows needs none.
 */
export function parseForAll(
  content: EmailContent,
  source: string,
  onBound: (what: string) => void,
): Tree.Document {
  const sources = parsedOf.get(content) ?? new Map<string, Parsed | null>()
  parsedOf.set(content, sources)
  const known = sources.get(source)
  if (known === undefined) {
    if (source.length <= maxLength && sources.size < maxSources) sources.set(source, null)
    return parseHtml(source, onBound)
  }
  const parsed = known ?? parse(source)
  sources.set(source, parsed)
  parsed.bounds.forEach(onBound)
  return copyOf(parsed.document)
}

function parse(source: string): Parsed {
  const bounds: string[] = []
  const document = parseHtml(source, (what) => bounds.push(what))
  return { document, bounds }
}

/** Positions are shared: no step changes one. */
function copyOf(document: Tree.Document): Tree.Document {
  const copy: Tree.Document = { ...document, childNodes: [] }
  const waiting: [from: Tree.ParentNode, to: Tree.ParentNode][] = [[document, copy]]
  for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
    const [from, to] = pair
    to.childNodes = from.childNodes.map((child) => {
      const node: Tree.ChildNode = { ...child, parentNode: to }
      if (!('tagName' in child) || !('tagName' in node)) return node
      node.attrs = child.attrs.map((attribute) => ({ ...attribute }))
      waiting.push([child, node])
      if ('content' in child && 'content' in node) {
        node.content = { ...child.content }
        waiting.push([child.content, node.content])
      }
      return node
    })
  }
  return copy
}

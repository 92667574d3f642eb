import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { EmailContent } from './emulated-document'
import { parseHtml } from './parse-html'

interface Parsed {
  document: Tree.Document
  bounds: string[]
}

/** By the HTML, which some email clients change before they parse it. Null: parsed once, for one email client. */
const parsedOf = new WeakMap<EmailContent, Map<string, Parsed | null>>()

/** Trees of hostile HTML have a hundred times its length: those of the last few emails are kept, and not for ever. */
const recent: WeakRef<EmailContent>[] = []
const maxEmails = 4
const maxSources = 4
const maxLength = 100_000

/**
 * As `parseHtml`. The second email client of an email has the tree kept, and it and later ones change a copy. An email
 * that one email client shows needs none.
 */
export function parseForAll(
  content: EmailContent,
  source: string,
  onBound: (what: string) => void,
): Tree.Document {
  const sources = parsedOf.get(content) ?? remember(content)
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

function remember(content: EmailContent): Map<string, Parsed | null> {
  const sources = new Map<string, Parsed | null>()
  parsedOf.set(content, sources)
  recent.push(new WeakRef(content))
  const oldest = recent.length > maxEmails ? recent.shift()?.deref() : undefined
  if (oldest) parsedOf.delete(oldest)
  return sources
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

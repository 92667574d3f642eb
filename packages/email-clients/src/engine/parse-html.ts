import { defaultTreeAdapter, html, Parser, type DefaultTreeAdapterMap, type Token } from 'parse5'
import type { DefaultTreeAdapterTypes as Tree, TreeAdapter } from 'parse5'
import { BoundedTokenizer } from '../references/bounded-tokenizer'

/** Blink's `kMaximumHTMLParserDOMTreeDepth`. */
export const maxTreeDepth = 512

/** Elements and comments. 100 KB of newsletter have about 2,000; hostile markup can multiply them. */
const maxNodes = 100_000

/** Formatting elements that later blocks open again. Only hostile markup has more. */
const maxFormattingElements = 32
const formattingElements = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '))

/** Void elements add no depth. Without their tag, the content of the others would be shown. */
const neverDropped = new Set(
  (
    'area base br col embed hr img input link meta param source track wbr ' +
    'style script title textarea xmp iframe noembed noframes'
  ).split(' '),
)

class TooManyNodes extends Error {}

/**
 * Parses as a browser without scripts and framesets, with source locations, in linear time and memory. Deeper elements
 * lose only their tags; what follows `maxNodes` is cut. Both call `onBound`.
 */
export function parseHtml(source: string, onBound: (what: string) => void = () => undefined): Tree.Document {
  const parser = new BoundedParser({
    scriptingEnabled: false,
    sourceCodeLocationInfo: true,
    treeAdapter: createBoundedTreeAdapter(),
  })
  parser.onBound = onBound
  try {
    parser.tokenizer.write(source, true)
  } catch (error) {
    if (!(error instanceof TooManyNodes)) throw error
    onBound(`everything after ${maxNodes} elements and comments`)
  }
  // A text that is cut before any element has no root: an empty document has one, with head and body.
  return findRoot(parser.document) ? parser.document : parseHtml('')
}

class BoundedParser extends Parser<DefaultTreeAdapterMap> {
  onBound: (what: string) => void = () => undefined
  override tokenizer = new BoundedTokenizer(this.options, this)
  readonly #dropped = new Map<string, number>()

  override onStartTag(token: Token.TagToken): void {
    if (token.tagID === html.TAG_ID.FRAMESET || token.tagID === html.TAG_ID.FRAME) return
    const isTooDeep = this.openElements.stackTop >= maxTreeDepth && !neverDropped.has(token.tagName)
    if (isTooDeep || (formattingElements.has(token.tagName) && this.#hasTooManyFormattingElements())) {
      this.onBound(`nesting beyond ${maxTreeDepth} elements, or too many unclosed <b>, <font> …`)
      this.#dropped.set(token.tagName, (this.#dropped.get(token.tagName) ?? 0) + 1)
      return
    }
    super.onStartTag(token)
  }

  override onEndTag(token: Token.TagToken): void {
    const dropped = this.#dropped.get(token.tagName) ?? 0
    if (dropped > 0) this.#dropped.set(token.tagName, dropped - 1)
    else super.onEndTag(token)
  }

  #hasTooManyFormattingElements(): boolean {
    const { entries } = this.activeFormattingElements
    return (
      entries.length >= maxFormattingElements &&
      entries.filter((entry) => 'element' in entry).length >= maxFormattingElements
    )
  }
}

/** Limits nodes, gives each element its own attributes, and searches from the end. */
function createBoundedTreeAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let nodes = 0
  const countNode = () => {
    nodes += 1
    if (nodes > maxNodes) throw new TooManyNodes()
  }
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespaceURI, attributes) {
      countNode()
      // parse5 gives a formatting element that it opens again the same attribute objects, but steps change only one.
      const copies = attributes.map((attribute) => ({ ...attribute, value: flatten(attribute.value) }))
      return defaultTreeAdapter.createElement(tagName, namespaceURI, copies)
    },
    createCommentNode(text) {
      countNode()
      return defaultTreeAdapter.createCommentNode(text)
    },
    insertText(parent, text) {
      defaultTreeAdapter.insertText(parent, flatten(text))
    },
    // Content that is moved out of a table goes before the table, which is usually the last child, so a search from the
    // end is short. From the start, many such elements would take quadratic time.
    insertBefore(parent, node, reference) {
      parent.childNodes.splice(parent.childNodes.lastIndexOf(reference), 0, node)
      node.parentNode = parent
    },
    insertTextBefore(parent, text, reference) {
      const at = parent.childNodes.lastIndexOf(reference)
      const previous = parent.childNodes[at - 1]
      if (previous && defaultTreeAdapter.isTextNode(previous)) {
        previous.value += text
        return
      }
      const node = defaultTreeAdapter.createTextNode(text)
      parent.childNodes.splice(at, 0, node)
      node.parentNode = parent
    },
    detachNode(node) {
      if (!node.parentNode) return
      node.parentNode.childNodes.splice(node.parentNode.childNodes.lastIndexOf(node), 1)
      node.parentNode = null
    },
  }
}

/** Makes V8 store a joined text in one piece, not as a chain of parts. */
function flatten(text: string): string {
  text.includes('\0')
  return text
}

export function headAndBody(document: Tree.Document): { head: Tree.Element; body: Tree.Element } {
  const root = findRoot(document)
  const named = (name: string) =>
    root?.childNodes.find((node): node is Tree.Element => node.nodeName === name && 'tagName' in node)
  const head = named('head')
  const body = named('body')
  if (!root || !head || !body) throw new Error('An HTML parser always makes a head and a body')
  return { head, body }
}

function findRoot(document: Tree.Document): Tree.Element | undefined {
  return document.childNodes.find((node): node is Tree.Element => node.nodeName === 'html')
}

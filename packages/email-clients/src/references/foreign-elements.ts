import { foreignContent, html, type Token } from 'parse5'

/** SVG and MathML elements whose content is HTML again (WHATWG HTML, "HTML/MathML text integration point"). */
const integrationPoints = new Set([
  'foreignobject',
  'desc',
  'title',
  'annotation-xml',
  'mi',
  'mo',
  'mn',
  'ms',
  'mtext',
])

/** Maximum depth. Real drawings are less deep; in a hostile one, every end tag would need a long search. */
const maxDepth = 256

/**
 * Tracks whether a tag is inside SVG or MathML, where `<style>` and `<title>` are read differently than in HTML. It
 * builds no tree, because that takes quadratic time in depth, so it can be wrong about badly nested emails.
 */
export class ForeignElements {
  /** Open roots of foreign content and integration points within them. */
  readonly #open: string[] = []

  /** Whether the next tag is inside SVG or MathML. */
  get inForeign(): boolean {
    const top = this.#open.at(-1)
    return top === 'svg' || top === 'math'
  }

  /** Tracks a start tag. Returns whether its element is SVG's or MathML's. */
  start(token: Token.TagToken): boolean {
    const { tagName, selfClosing } = token
    if (this.inForeign && foreignContent.causesExit(token)) {
      while (this.inForeign) this.#open.pop()
    }
    const root = tagName === 'svg' || tagName === 'math'
    const foreign = this.inForeign || root
    const opens = foreign && !selfClosing && (root || integrationPoints.has(tagName))
    if (opens && this.#open.length < maxDepth) this.#open.push(tagName)
    return foreign
  }

  /** Tracks an end tag. */
  end(token: Token.TagToken): void {
    if (token.tagID === html.TAG_ID.BR || token.tagID === html.TAG_ID.P) {
      while (this.inForeign) this.#open.pop()
      return
    }
    const at = this.#open.lastIndexOf(token.tagName)
    if (at >= 0) this.#open.length = at
  }
}

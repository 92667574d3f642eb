import { foreignContent, html, type Token } from 'parse5'

/**
 * Where HTML's rules hold again inside SVG and MathML (WHATWG HTML, "HTML integration point" and MathML's text ones).
 */
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

/** Deeper than any drawing; keeps a hostile one from making every end tag a long search. */
const maxDepth = 256

/**
 * Follows tags just far enough to tell SVG and MathML from HTML, where `<style>` and `<title>` are read differently. It
 * builds no tree: telling every ill-nested email right is not worth the quadratic cost that tree construction has.
 */
export class ForeignElements {
  /** Open roots of foreign content and integration points within them. */
  readonly #open: string[] = []

  get inForeign(): boolean {
    const top = this.#open.at(-1)
    return top === 'svg' || top === 'math'
  }

  /** Says whether this start tag opens a foreign element. */
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

  end(token: Token.TagToken): void {
    if (token.tagID === html.TAG_ID.BR || token.tagID === html.TAG_ID.P) {
      while (this.inForeign) this.#open.pop()
      return
    }
    const at = this.#open.lastIndexOf(token.tagName)
    if (at >= 0) this.#open.length = at
  }
}

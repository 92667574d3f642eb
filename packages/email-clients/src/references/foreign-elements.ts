import { foreignContent, html, type Token } from 'parse5'

/** Their content is HTML again (WHATWG HTML, "HTML/MathML text integration point"). */
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

/** Real drawings are less deep; in a hostile one, each end tag would need a long search. */
const maxDepth = 256

/**
 * SVG and MathML read `<style>` and `<title>` differently. Builds no tree, which takes quadratic time in depth, so it
 * can be wrong about badly nested emails.
 */
export class ForeignElements {
  /** Only roots and integration points. */
  readonly #open: string[] = []

  get inForeign(): boolean {
    const top = this.#open.at(-1)
    return top === 'svg' || top === 'math'
  }

  /** Returns whether the element is SVG's or MathML's. */
  start(token: Token.TagToken): boolean {
    const { tagName, selfClosing } = token
    if (this.inForeign && foreignContent.causesExit(token)) {
      while (this.inForeign) this.#open.pop()
    }
    const isRoot = tagName === 'svg' || tagName === 'math'
    const isForeign = this.inForeign || isRoot
    const changesContent = isForeign && !selfClosing && (isRoot || integrationPoints.has(tagName))
    if (changesContent && this.#open.length < maxDepth) this.#open.push(tagName)
    return isForeign
  }

  end(token: Token.TagToken): void {
    // `</br>` and `</p>` end foreign content (WHATWG HTML).
    if (token.tagID === html.TAG_ID.BR || token.tagID === html.TAG_ID.P) {
      while (this.inForeign) this.#open.pop()
      return
    }
    const at = this.#open.lastIndexOf(token.tagName)
    if (at >= 0) this.#open.length = at
  }
}

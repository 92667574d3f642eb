const maxNameLength = 60
/** Only a hostile email has more. */
const maxFamilies = 30
/** Of a divider. */
const maxPartLength = 2_000

/** Answers about the HTML as sent, each once. */
export class SentHtml {
  readonly #fallbacks = new Map<string, boolean>()
  #withoutFaces: string | null = null
  #hasSoftHyphen: boolean | null = null
  #hasFill: boolean | null = null
  #forOutlook: readonly { start: number; end: number }[] | null = null

  constructor(private readonly html: string) {}

  get hasSoftHyphen(): boolean {
    this.#hasSoftHyphen ??= /\u00ad|&shy;|&#173;|&#xad;/i.test(this.html)
    return this.#hasSoftHyphen
  }

  /** Of VML, which draws a background for Word. */
  get hasFill(): boolean {
    this.#hasFill ??= /<v:fill\b/i.test(this.html)
    return this.#hasFill
  }

  /** Whether only Outlook on Windows sees what is written at `offset`. */
  isForOutlook(offset: number): boolean {
    const comments = this.#commentsForOutlook()
    let [low, high] = [0, comments.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((comments[middle]?.start ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return offset < (comments[low - 1]?.end ?? 0)
  }

  /** What such a comment has that is next after `offset`; empty without one. */
  partForOutlookAfter(offset: number): string {
    const next = /\s{0,999}<!--\[if\b[^\]]{0,200}\]>/y
    next.lastIndex = offset
    if (!next.test(this.html) || !this.isForOutlook(next.lastIndex)) return ''
    return this.html.slice(next.lastIndex, next.lastIndex + maxPartLength).split('<![endif]')[0] ?? ''
  }

  #commentsForOutlook(): readonly { start: number; end: number }[] {
    if (this.#forOutlook) return this.#forOutlook
    const found: { start: number; end: number }[] = []
    const opening = /<!--\[if\s(?!\s*!)[^\]]{0,200}\]>(?!\s{0,99}(?:<!)?-->)/gi
    while (opening.test(this.html)) {
      const end = this.html.indexOf('-->', opening.lastIndex)
      if (end < 0) break
      found.push({ start: opening.lastIndex, end })
      opening.lastIndex = end
    }
    this.#forOutlook = found
    return found
  }

  /** Whether another font is named after this one wherever the email sets it. */
  hasFallback(family: string): boolean {
    const known = this.#fallbacks.get(family)
    if (known !== undefined) return known
    if (family === '' || family.length > maxNameLength || this.#fallbacks.size >= maxFamilies) return false
    this.#withoutFaces ??= this.html.replace(/@font-face\s*\{[^}]{0,2000}\}/gi, '')
    const name = family.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    const quote = String.raw`(?:["']|&quot;|&#3[49];)?`
    const use = new RegExp(
      String.raw`font(?:-family)?\s{0,9}:(?:&quot;|&#3[49];|[^;{}<>]){0,300}?[\s,:"';]${name}${quote}\s{0,99}([^\s])`,
      'gi',
    )
    const hasFallback = [...this.#withoutFaces.matchAll(use)].every(([, next]) => next === ',')
    this.#fallbacks.set(family, hasFallback)
    return hasFallback
  }
}

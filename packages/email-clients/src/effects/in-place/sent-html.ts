const maxNameLength = 60
/** Only a hostile email has more. */
const maxFamilies = 30

/** Answers about the HTML as sent, each once. */
export class SentHtml {
  readonly #fallbacks = new Map<string, boolean>()
  #withoutFaces: string | null = null
  #hasSoftHyphen: boolean | null = null
  #hasFill: boolean | null = null

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

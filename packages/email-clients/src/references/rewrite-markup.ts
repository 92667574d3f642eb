import { TokenizerMode, type Token, type TokenHandler, type Tokenizer } from 'parse5'
import { attributeReference, type AttributeReference, type ReadAttribute } from './attribute-reference'
import { BoundedTokenizer } from './bounded-tokenizer'
import { ForeignElements } from './foreign-elements'
import { spliced, type Splice } from './splice'

/**
 * Handlers that return the new value, or null to keep it. `at`: its offset in the markup; the comment's if the
 * tokenizer changed the text of the comment around it; 0 in a tree.
 */
export interface MarkupReferences {
  /** `read`: the element's other attributes. */
  attribute(kind: AttributeReference, value: string, at: number, read: ReadAttribute): string | null
  styleElement(css: string, at: number): string | null
  base?(href: string): void
}

/** Begins `[if mso]>…<![endif]`, whose content Word-based clients read. */
const conditionalComment = /^\s*\[if\s[^\]]*\]>/i

/** Only hostile emails nest deeper. */
const maxCommentDepth = 4

/** Elements with text as content, and the tokenizer's mode. Scripts are off: `<noscript>` holds markup. */
const textModes: Readonly<Record<string, typeof TokenizerMode.RAWTEXT | typeof TokenizerMode.RCDATA>> = {
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
}

type OffsetOf = (at: number) => number

/**
 * Replaces references, also in conditional comments; no other byte changes. Takes linear time: it builds no tree, which
 * takes quadratic time in depth.
 */
export function rewriteMarkup(
  markup: string,
  references: MarkupReferences,
  commentDepth = 0,
  offsetOf: OffsetOf = (at) => at,
): string {
  const handler = new MarkupHandler(markup, references, commentDepth, offsetOf)
  const tokenizer = new BoundedTokenizer({ sourceCodeLocationInfo: true }, handler)
  handler.tokenizer = tokenizer
  tokenizer.write(markup, true)
  return spliced(markup, handler.splices)
}

export function rewriteConditionalComment(
  data: string,
  references: MarkupReferences,
  commentDepth = 0,
  offsetOf: OffsetOf = () => 0,
): string | null {
  const opening = conditionalComment.exec(data)?.[0]
  if (opening === undefined || commentDepth >= maxCommentDepth) return null
  const content = data.slice(opening.length)
  const rewritten = rewriteMarkup(content, references, commentDepth + 1, (at) =>
    offsetOf(opening.length + at),
  )
  return rewritten === content ? null : opening + rewritten
}

class MarkupHandler implements TokenHandler {
  readonly splices: Splice[] = []
  tokenizer: Tokenizer | null = null
  readonly #foreign = new ForeignElements()
  /** The `<style>` being read. In SVG, its text comes decoded, in parts, and ends at the first tag. */
  #style: { start: number; decoded: string[] | null } | null = null

  constructor(
    readonly markup: string,
    readonly references: MarkupReferences,
    readonly commentDepth: number,
    readonly offsetOf: OffsetOf,
  ) {}

  onStartTag(token: Token.TagToken): void {
    this.#endStyle(token)
    const isForeign = this.#foreign.start(token)
    if (token.tagName === 'base' && !isForeign && this.commentDepth === 0) {
      const href = token.attrs.find(({ name }) => name === 'href')
      if (href) this.references.base?.(href.value)
    }
    this.#rewriteAttributes(token)
    if (token.tagName === 'style' && !(isForeign && token.selfClosing))
      this.#style = { start: token.location?.endOffset ?? 0, decoded: isForeign ? [] : null }
    if (!isForeign) this.#setTextMode(token.tagName)
    this.#tellForeign()
  }

  onEndTag(token: Token.TagToken): void {
    this.#endStyle(token)
    this.#foreign.end(token)
    this.#tellForeign()
  }

  onComment(token: Token.CommentToken): void {
    if (!token.location) return
    const { startOffset: start, endOffset: end } = token.location
    const dataStart = start + '<!--'.length
    // The tokenizer replaces carriage returns, for example, so that offsets in the text are not those of the markup.
    const isAsSent = this.markup.startsWith(token.data, dataStart)
    const rewritten = rewriteConditionalComment(token.data, this.references, this.commentDepth, (at) =>
      this.offsetOf(isAsSent ? dataStart + at : start),
    )
    if (rewritten === null) return
    this.splices.push({ start, end, text: `<!--${rewritten}-->` })
  }

  onEof(token: Token.EOFToken): void {
    this.#endStyle(token)
  }

  onCharacter(token: Token.CharacterToken): void {
    this.#style?.decoded?.push(token.chars)
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token)
  }

  onNullCharacter(): void {
    // The parser drops it in tree construction, too.
  }

  onDoctype(): void {
    // A doctype refers to nothing.
  }

  #rewriteAttributes(token: Token.TagToken): void {
    const read = (attributeName: string): string | undefined =>
      token.attrs.find(({ name }) => name === attributeName)?.value
    for (const { name, value } of token.attrs) {
      const kind = attributeReference(token.tagName, name, read)
      const location = token.location?.attrs?.[name]
      const at = location?.startOffset ?? 0
      const replaced = kind && this.references.attribute(kind, value, this.offsetOf(at), read)
      if (replaced !== null && location)
        this.splices.push({
          start: location.startOffset,
          end: location.endOffset,
          text: `${name}="${escapeMarkup(replaced)}"`,
        })
    }
  }

  #setTextMode(tagName: string): void {
    if (!this.tokenizer) return
    if (tagName === 'script') this.tokenizer.state = TokenizerMode.SCRIPT_DATA
    else if (tagName === 'plaintext') this.tokenizer.state = TokenizerMode.PLAINTEXT
    else if (Object.hasOwn(textModes, tagName))
      this.tokenizer.state = textModes[tagName] ?? TokenizerMode.DATA
  }

  #endStyle({ location }: Token.TagToken | Token.EOFToken): void {
    const style = this.#style
    if (!style) return
    this.#style = null
    const end = location?.startOffset ?? this.markup.length
    const rewritten = this.references.styleElement(
      style.decoded?.join('') ?? this.markup.slice(style.start, end),
      this.offsetOf(style.start),
    )
    if (rewritten === null) return
    // A conditional comment inside an SVG `<style>` was rewritten already, but is not part of its text.
    while ((this.splices.at(-1)?.start ?? -1) >= style.start) this.splices.pop()
    this.splices.push({ start: style.start, end, text: style.decoded ? escapeMarkup(rewritten) : rewritten })
  }

  #tellForeign(): void {
    if (this.tokenizer) this.tokenizer.inForeignNode = this.#foreign.inForeign
  }
}

/** `>` too, because `-->` would end a conditional comment around the markup. */
const escapeMarkup = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

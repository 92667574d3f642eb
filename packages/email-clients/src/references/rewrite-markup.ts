import { TokenizerMode, type Token, type TokenHandler, type Tokenizer } from 'parse5'
import { attributeReference, type AttributeReference } from './attribute-reference'
import { BoundedTokenizer } from './bounded-tokenizer'
import { ForeignElements } from './foreign-elements'
import { spliced, type Splice } from './splice'

/** What to do with what markup refers to; each method answers the new text, or null to leave the old. */
export interface MarkupReferences {
  attribute(kind: AttributeReference, value: string): string | null
  styleElement(css: string): string | null
  /** Sees every `<base href>` outside comments. */
  base?(href: string): void
}

/** `[if mso]>…<![endif]`: the content of a comment that Word-based clients read as markup. */
const conditionalComment = /^\s*\[if\s[^\]]*\]>/i

/** Conditional comments nest in no email that a client would understand; hostile ones nest without end. */
const maxCommentDepth = 4

/**
 * Elements whose content is text to HTML, with how the tokenizer reads it. Script is off, so `<noscript>` is markup.
 */
const textModes: Readonly<Record<string, typeof TokenizerMode.RAWTEXT | typeof TokenizerMode.RCDATA>> = {
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
}

/**
 * Walks markup (a document or any fragment) tag by tag, conditional comments included, and splices new text over the
 * references it is told to replace; every other byte stays. Linear in the markup's length whatever its shape: it works
 * on the tokenizer's tokens, because building a tree is quadratic in depth.
 */
export function rewriteMarkup(markup: string, references: MarkupReferences, commentDepth = 0): string {
  const handler = new MarkupHandler(markup, references, commentDepth)
  const tokenizer = new BoundedTokenizer({ sourceCodeLocationInfo: true }, handler)
  handler.tokenizer = tokenizer
  tokenizer.write(markup, true)
  return spliced(markup, handler.splices)
}

/** The content of a conditional comment rewritten, or null when `data` is another comment or stays as it is. */
export function rewriteConditionalComment(
  data: string,
  references: MarkupReferences,
  commentDepth = 0,
): string | null {
  const opening = conditionalComment.exec(data)?.[0]
  if (opening === undefined || commentDepth >= maxCommentDepth) return null
  const content = data.slice(opening.length)
  const rewritten = rewriteMarkup(content, references, commentDepth + 1)
  return rewritten === content ? null : opening + rewritten
}

class MarkupHandler implements TokenHandler {
  readonly splices: Splice[] = []
  tokenizer: Tokenizer | null = null
  readonly #foreign = new ForeignElements()
  /** The `<style>` being read. In SVG its text is markup's: it comes decoded, and ends here at the first tag. */
  #style: { start: number; decoded: string[] | null } | null = null

  constructor(
    readonly markup: string,
    readonly references: MarkupReferences,
    readonly commentDepth: number,
  ) {}

  onStartTag(token: Token.TagToken): void {
    this.#endStyle(token)
    const foreign = this.#foreign.start(token)
    if (token.tagName === 'base' && !foreign && this.commentDepth === 0) {
      const href = token.attrs.find(({ name }) => name === 'href')
      if (href) this.references.base?.(href.value)
    }
    this.#attributes(token)
    if (token.tagName === 'style' && !(foreign && token.selfClosing))
      this.#style = { start: token.location?.endOffset ?? 0, decoded: foreign ? [] : null }
    if (!foreign) this.#enterText(token.tagName)
    this.#tellForeign()
  }

  onEndTag(token: Token.TagToken): void {
    this.#endStyle(token)
    this.#foreign.end(token)
    this.#tellForeign()
  }

  onComment(token: Token.CommentToken): void {
    const rewritten = rewriteConditionalComment(token.data, this.references, this.commentDepth)
    if (rewritten === null || !token.location) return
    const { startOffset: start, endOffset: end } = token.location
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
    // Dropped by tree construction too.
  }

  onDoctype(): void {
    // Refers to nothing.
  }

  #attributes(token: Token.TagToken): void {
    const read = (wanted: string): string | undefined =>
      token.attrs.find(({ name }) => name === wanted)?.value
    for (const { name, value } of token.attrs) {
      const kind = attributeReference(token.tagName, name, read)
      const replaced = kind && this.references.attribute(kind, value)
      const at = token.location?.attrs?.[name]
      if (replaced !== null && at)
        this.splices.push({
          start: at.startOffset,
          end: at.endOffset,
          text: `${name}="${escapeMarkup(replaced)}"`,
        })
    }
  }

  #enterText(tagName: string): void {
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
    )
    if (rewritten === null) return
    // A comment inside an SVG style, which may have been rewritten, is no part of its text.
    while ((this.splices.at(-1)?.start ?? -1) >= style.start) this.splices.pop()
    this.splices.push({ start: style.start, end, text: style.decoded ? escapeMarkup(rewritten) : rewritten })
  }

  #tellForeign(): void {
    if (this.tokenizer) this.tokenizer.inForeignNode = this.#foreign.inForeign
  }
}

/** Also keeps a decoded `-->` from ending the comment that the markup stands in. */
const escapeMarkup = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

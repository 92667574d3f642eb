import { tokenize, tokenTypes } from 'css-tree'

export interface TextChange {
  rule: 'comment-markers-removed' | 'nested-rule-collapsed' | 'important-lost'
  /** In characters. */
  offset: number
}

export interface RewrittenCss {
  /** It is as long as the text as sent, so that positions in it stay right. */
  css: string
  changes: TextChange[]
  /** Offsets of rules after a comment. The filter breaks them; they are still in `css`. */
  lostRules: Set<number>
}

/** What a block holds: `rules` in an at-rule, `declarations` in a rule, `nested` declarations in a rule of a rule. */
type BlockContent = 'rules' | 'declarations' | 'nested'

const atRulesOfRules =
  /^@(?:media|supports|layer|container|document|-moz-document|keyframes|-webkit-keyframes)$/i

/**
 * Yahoo reads CSS as text: a comment in a value loses only its markers, a nested rule only its selector, and
 * `background-image` an `!important` without a blank before it. `.&` loses its dot for `nameMessage`.
 */
export function rewriteCssText(css: string, outermost: BlockContent): RewrittenCss {
  const rewriting = new Rewriting(css, outermost)
  tokenize(css, (type, start, end) => {
    rewriting.read(type, start, end)
  })
  return rewriting.result()
}

class Rewriting {
  private readonly output: string[]
  private readonly changes: TextChange[] = []
  private readonly lostRules = new Set<number>()
  private readonly openBlocks: BlockContent[] = []
  private atKeyword: string | null = null
  private isAfterColon = false
  /** Offset of the selector, at-rule or property being read. Null: none since the last brace or semicolon. */
  private preludeStart: number | null = null
  private isAfterComment = false
  private property = ''
  private dotOffset = -1
  private unspacedMarkOffset = -1

  constructor(
    private readonly css: string,
    private readonly outermost: BlockContent,
  ) {
    this.output = css.split('')
  }

  read(type: number, start: number, end: number): void {
    switch (type) {
      case tokenTypes.WhiteSpace:
      case tokenTypes.CDO:
      case tokenTypes.CDC:
        return
      case tokenTypes.Comment:
        return this.readComment(start, end)
      case tokenTypes.LeftCurlyBracket:
        return this.openBlock(start)
      case tokenTypes.RightCurlyBracket:
        return this.closeBlock(start)
      case tokenTypes.Semicolon:
        return this.startOver()
      default:
        this.readPart(type, start, end)
    }
  }

  result(): RewrittenCss {
    return { css: this.output.join(''), changes: this.changes, lostRules: this.lostRules }
  }

  private readComment(start: number, end: number): void {
    if (this.content === 'rules') this.isAfterComment ||= this.preludeStart === null
    else if (this.isAfterColon) {
      this.blank(start, start + 2)
      // A comment at the end of the text need not be closed, and `/*/` is not.
      if (this.css.slice(end - 2, end) === '*/' && end - start >= 4) this.blank(end - 2, end)
      this.changes.push({ rule: 'comment-markers-removed', offset: start })
    }
  }

  private openBlock(start: number): void {
    const isAtRule = this.atKeyword !== null
    const isNested = !isAtRule && this.content !== 'rules'
    if (isNested) {
      const begin = this.preludeStart ?? start
      this.blank(begin, start + 1)
      this.changes.push({ rule: 'nested-rule-collapsed', offset: begin })
    }
    const holdsRules = isAtRule && atRulesOfRules.test(this.atKeyword ?? '') && this.content === 'rules'
    this.openBlocks.push(isNested ? 'nested' : holdsRules ? 'rules' : 'declarations')
    this.startOver()
  }

  private closeBlock(start: number): void {
    // The declarations of a nested rule go on in the rule around it, so its brace becomes a semicolon.
    if (this.openBlocks.pop() === 'nested') this.output[start] = ';'
    this.startOver()
  }

  private readPart(type: number, start: number, end: number): void {
    const { css } = this
    if (this.preludeStart === null) {
      this.preludeStart = start
      this.property = type === tokenTypes.Ident ? css.slice(start, end).toLowerCase() : ''
      if (type === tokenTypes.AtKeyword) this.atKeyword = css.slice(start, end)
      else if (this.isAfterComment && this.content === 'rules') this.lostRules.add(start)
    }
    if (type === tokenTypes.Colon) this.isAfterColon = true
    if (type === tokenTypes.Delim) this.readDelimiter(start)
    if (type === tokenTypes.Ident && this.unspacedMarkOffset >= 0) {
      if (css.slice(start, end).toLowerCase() === 'important') {
        this.blank(this.unspacedMarkOffset, end)
        this.changes.push({ rule: 'important-lost', offset: this.unspacedMarkOffset })
      }
      this.unspacedMarkOffset = -1
    }
  }

  private readDelimiter(start: number): void {
    const character = this.css.charAt(start)
    if (character === '&' && this.dotOffset === start - 1) this.output[this.dotOffset] = ' '
    if (character === '.') this.dotOffset = start
    const isUnspaced = this.isAfterColon && !/[\s:]/.test(this.css.charAt(start - 1))
    if (character === '!' && this.property === 'background-image' && isUnspaced)
      this.unspacedMarkOffset = start
  }

  private startOver(): void {
    this.atKeyword = null
    this.isAfterColon = false
    this.preludeStart = null
    this.isAfterComment = false
  }

  private blank(start: number, end: number): void {
    for (let at = start; at < end; at++) if (!/\s/.test(this.output[at] ?? '')) this.output[at] = ' '
  }

  private get content(): BlockContent {
    return this.openBlocks.at(-1) ?? this.outermost
  }
}

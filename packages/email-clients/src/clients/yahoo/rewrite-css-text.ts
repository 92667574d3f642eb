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

interface Level {
  /** `rules` in an at-rule, `declarations` in a rule, `nested` in a rule of a rule. */
  holds: 'rules' | 'declarations' | 'nested'
}

const rulesOfAtRule =
  /^@(?:media|supports|layer|container|document|-moz-document|keyframes|-webkit-keyframes)$/i

/**
 * Yahoo reads CSS as text: keeps a comment's text in a value, and a nested rule's declarations; removes `!important`
 * without a blank of a background image. `.&` becomes the message's id.
 */
export function rewriteCssText(css: string, holdsAtFirst: Level['holds']): RewrittenCss {
  const rewriting = new Rewriting(css, holdsAtFirst)
  tokenize(css, (type, start, end) => {
    rewriting.read(type, start, end)
  })
  return rewriting.result()
}

class Rewriting {
  private readonly output: string[]
  private readonly changes: TextChange[] = []
  private readonly lostRules = new Set<number>()
  private readonly levels: Level[]
  private atKeyword: string | null = null
  private isAfterColon = false
  /** Offset of the selector, at-rule or property being read. Null: none since the last brace or semicolon. */
  private preludeStart: number | null = null
  private hasComment = false
  private property = ''
  private dotAt = -1
  private lostMarkAt = -1

  constructor(
    private readonly css: string,
    private readonly holdsAtFirst: Level['holds'],
  ) {
    this.output = css.split('')
    this.levels = [{ holds: holdsAtFirst }]
  }

  result(): RewrittenCss {
    return { css: this.output.join(''), changes: this.changes, lostRules: this.lostRules }
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
        if (this.levels.length > 1 && this.levels.pop()?.holds === 'nested') this.output[start] = ';'
        return this.startOver()
      case tokenTypes.Semicolon:
        return this.startOver()
      default:
        this.readPart(type, start, end)
    }
  }

  private get holds(): Level['holds'] {
    return this.levels.at(-1)?.holds ?? this.holdsAtFirst
  }

  private blank(start: number, end: number): void {
    for (let at = start; at < end; at++) if (!/\s/.test(this.output[at] ?? '')) this.output[at] = ' '
  }

  private startOver(): void {
    this.atKeyword = null
    this.isAfterColon = false
    this.preludeStart = null
    this.hasComment = false
  }

  private readComment(start: number, end: number): void {
    if (this.holds === 'rules') this.hasComment ||= this.preludeStart === null
    else if (this.isAfterColon) {
      this.blank(start, start + 2)
      if (this.css.slice(end - 2, end) === '*/' && end - start >= 4) this.blank(end - 2, end)
      this.changes.push({ rule: 'comment-markers-removed', offset: start })
    }
  }

  private openBlock(start: number): void {
    const isAtRule = this.atKeyword !== null
    const isNested = !isAtRule && this.holds !== 'rules'
    if (isNested) {
      const begin = this.preludeStart ?? start
      this.blank(begin, start + 1)
      this.changes.push({ rule: 'nested-rule-collapsed', offset: begin })
    }
    const isOfRules = isAtRule && rulesOfAtRule.test(this.atKeyword ?? '') && this.holds === 'rules'
    this.levels.push({ holds: isNested ? 'nested' : isOfRules ? 'rules' : 'declarations' })
    this.startOver()
  }

  private readPart(type: number, start: number, end: number): void {
    const { css } = this
    if (this.preludeStart === null) {
      this.preludeStart = start
      this.property = type === tokenTypes.Ident ? css.slice(start, end).toLowerCase() : ''
      if (type === tokenTypes.AtKeyword) this.atKeyword = css.slice(start, end)
      else if (this.hasComment && this.holds === 'rules') this.lostRules.add(start)
    }
    if (type === tokenTypes.Colon) this.isAfterColon = true
    if (type === tokenTypes.Delim) this.readDelimiter(start)
    if (type === tokenTypes.Ident && this.lostMarkAt >= 0) {
      if (css.slice(start, end).toLowerCase() === 'important') {
        this.blank(this.lostMarkAt, end)
        this.changes.push({ rule: 'important-lost', offset: this.lostMarkAt })
      }
      this.lostMarkAt = -1
    }
  }

  private readDelimiter(start: number): void {
    const character = this.css.charAt(start)
    if (character === '&' && this.dotAt === start - 1) this.output[this.dotAt] = ' '
    if (character === '.') this.dotAt = start
    const isUnspaced = this.isAfterColon && !/[\s:]/.test(this.css.charAt(start - 1))
    if (character === '!' && this.property === 'background-image' && isUnspaced) this.lostMarkAt = start
  }
}

import { tokenize, tokenTypes } from 'css-tree'

/** One change that Yahoo's filter made to CSS text. `offset` counts characters from the beginning of the text. */
export interface TextChange {
  rule: 'comment-markers-removed' | 'nested-rule-collapsed' | 'important-lost'
  offset: number
}

/** CSS text as Yahoo's filter leaves it. */
export interface RewrittenCss {
  /** As long as the text as sent, so that positions in it stay right. */
  css: string
  changes: TextChange[]
  /** Offsets of the rules that the filter breaks, because a comment stands before them. They are still in `css`. */
  lostRules: Set<number>
}

interface Level {
  /** `rules` inside an at-rule, `declarations` inside a rule, `nested` inside a rule of a rule. */
  holds: 'rules' | 'declarations' | 'nested'
}

const rulesOfAtRule =
  /^@(?:media|supports|layer|container|document|-moz-document|keyframes|-webkit-keyframes)$/i

/**
 * Rewrites CSS as Yahoo's filter does, which reads it as text and not as nested rules. It removes comment markers
 * inside a value and keeps the comment's text, and removes the selector and brackets of a nested rule and keeps its
 * declarations. `.&` becomes `&`, which stands for the message's id. `!important` of a background image is removed if
 * no blank stands before it. A rule after a comment is only listed in `lostRules`.
 */
export function rewriteCssText(css: string, holdsAtFirst: Level['holds']): RewrittenCss {
  const output = css.split('')
  const changes: TextChange[] = []
  const lostRules = new Set<number>()
  const levels: Level[] = [{ holds: holdsAtFirst }]
  let atKeyword: string | null = null
  let isAfterColon = false
  /** Offset of the selector, at-rule or property that is being read. Null: none since the last brace or semicolon. */
  let preludeStart: number | null = null
  let hasComment = false
  let property = ''
  let dotAt = -1
  let lostMarkAt = -1

  const blank = (start: number, end: number): void => {
    for (let at = start; at < end; at++) if (!/\s/.test(output[at] ?? '')) output[at] = ' '
  }
  const startOver = (): void => {
    atKeyword = null
    isAfterColon = false
    preludeStart = null
    hasComment = false
  }
  const holds = (): Level['holds'] => levels.at(-1)?.holds ?? holdsAtFirst

  tokenize(css, (type, start, end) => {
    if (type === tokenTypes.WhiteSpace) return
    if (type === tokenTypes.Comment) {
      if (holds() === 'rules') hasComment ||= preludeStart === null
      else if (isAfterColon) {
        blank(start, start + 2)
        if (css.slice(end - 2, end) === '*/' && end - start >= 4) blank(end - 2, end)
        changes.push({ rule: 'comment-markers-removed', offset: start })
      }
      return
    }
    if (type === tokenTypes.LeftCurlyBracket) {
      openBlock(start)
      return
    }
    if (type === tokenTypes.RightCurlyBracket) {
      if (levels.length > 1 && levels.pop()?.holds === 'nested') output[start] = ';'
      startOver()
      return
    }
    if (type === tokenTypes.Semicolon) {
      startOver()
      return
    }
    if (type === tokenTypes.CDO || type === tokenTypes.CDC) return
    if (preludeStart === null) {
      preludeStart = start
      property = type === tokenTypes.Ident ? css.slice(start, end).toLowerCase() : ''
      if (type === tokenTypes.AtKeyword) atKeyword = css.slice(start, end)
      else if (hasComment && holds() === 'rules') lostRules.add(start)
    }
    if (type === tokenTypes.Colon) isAfterColon = true
    if (type === tokenTypes.Delim) {
      const character = css.charAt(start)
      if (character === '&' && dotAt === start - 1) output[dotAt] = ' '
      if (character === '.') dotAt = start
      const isUnspaced = isAfterColon && !/[\s:]/.test(css.charAt(start - 1))
      if (character === '!' && property === 'background-image' && isUnspaced) lostMarkAt = start
    }
    if (type === tokenTypes.Ident && lostMarkAt >= 0) {
      if (css.slice(start, end).toLowerCase() === 'important') {
        blank(lostMarkAt, end)
        changes.push({ rule: 'important-lost', offset: lostMarkAt })
      }
      lostMarkAt = -1
    }
  })
  return { css: output.join(''), changes, lostRules }

  function openBlock(start: number): void {
    const isAtRule = atKeyword !== null
    const isNested = !isAtRule && holds() !== 'rules'
    if (isNested) {
      const begin = preludeStart ?? start
      blank(begin, start + 1)
      changes.push({ rule: 'nested-rule-collapsed', offset: begin })
    }
    const isOfRules = isAtRule && rulesOfAtRule.test(atKeyword ?? '') && holds() === 'rules'
    levels.push({ holds: isNested ? 'nested' : isOfRules ? 'rules' : 'declarations' })
    startOver()
  }
}

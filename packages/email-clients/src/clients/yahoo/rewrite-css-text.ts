import { tokenize, tokenTypes } from 'css-tree'

/** What the text filter did at a place; `offset` counts from the text's beginning. */
export interface TextChange {
  rule: 'comment-markers-removed' | 'nested-rule-collapsed' | 'important-lost'
  offset: number
}

export interface RewrittenCss {
  /** As long as before, so that places stay true. */
  css: string
  changes: TextChange[]
  /** Where the rules begin that die because a comment stands in front of them. */
  lostRules: Set<number>
}

interface Level {
  /** `rules` inside an at-rule, `declarations` inside a rule, `nested` inside a rule of a rule. */
  holds: 'rules' | 'declarations' | 'nested'
}

const rulesOfAtRule =
  /^@(?:media|supports|layer|container|document|-moz-document|keyframes|-webkit-keyframes)$/i

/**
 * Yahoo's filter reads a style block as text, without a parser for what is nested in it: comment markers inside a value
 * go, what they hold stays; the selector and the brackets of a nested rule go, its declarations stay; `.&` is the id of
 * the message; `!important` of a background image goes when no blank stands before it. A comment in front of a rule
 * becomes that id, which is noted only.
 */
export function rewriteCssText(css: string, holdsAtFirst: Level['holds']): RewrittenCss {
  const output = css.split('')
  const changes: TextChange[] = []
  const lostRules = new Set<number>()
  const levels: Level[] = [{ holds: holdsAtFirst }]
  let atKeyword: string | null = null
  let isAfterColon = false
  /** Where what the next `{` belongs to begins; null: nothing but blanks and comments since the last boundary. */
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

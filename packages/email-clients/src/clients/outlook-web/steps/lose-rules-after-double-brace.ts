import { tokenize, tokenTypes } from 'css-tree'
import type { Step } from '../../../engine/message'
import { placeOf } from '../../../engine/html-tree'
import { parseStyleSheet } from '../../../engine/parse-css'
import { placesIn } from '../../../references/places-in'

const source = 'email-bugs 92, 2021-06-11; vivid-planet/dextinity 6316, 2026-09-04'

/** Outlook stops reading after two closing braces with nothing between them. */
export const loseRulesAfterDoubleBrace: Step = ({ styleBlocks, changes }) => {
  for (const block of styleBlocks) {
    const end = findDoubleBraceEnd(block.css)
    if (end === null || block.css.slice(end).trim() === '') continue
    const [text] = block.element.childNodes
    const start = text ? placeOf(text) : null
    changes.record(
      { rule: 'rules-lost-after-braces', what: '}}', source },
      start && placesIn(block.css, start)(end),
    )
    block.css = block.css.slice(0, end)
    const { root, parseError } = parseStyleSheet(block.css, start)
    block.sheet = root
    block.parseError = parseError
  }
}

function findDoubleBraceEnd(css: string): number | null {
  if (!css.includes('}}')) return null
  let previousBraceEnd = -1
  let doubleBraceEnd: number | null = null
  tokenize(css, (type, start, end) => {
    if (type !== tokenTypes.RightCurlyBracket || doubleBraceEnd !== null) return
    if (start === previousBraceEnd) doubleBraceEnd = end
    previousBraceEnd = end
  })
  return doubleBraceEnd
}

import { tokenize, tokenTypes } from 'css-tree'
import type { Step } from '../../../engine/message'
import { placeOf } from '../../../engine/html-tree'
import { parseStyleSheet } from '../../../engine/parse-css'
import { placesIn } from '../../../references/places-in'

const source = 'email-bugs 92, 2021-06-11; vivid-planet/dextinity 6316, 2026-09-04'

/** Outlook stops reading after two closing braces with nothing between them. */
export const loseRulesAfterDoubleBrace: Step = ({ styleBlocks, changes }) => {
  for (const block of styleBlocks) {
    const end = findDoubleBrace(block.css)
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

function findDoubleBrace(css: string): number | null {
  if (!css.includes('}}')) return null
  let braceEnd = -1
  let found: number | null = null
  tokenize(css, (type, start, end) => {
    if (type !== tokenTypes.RightCurlyBracket || found !== null) return
    if (start === braceEnd) found = end
    braceEnd = end
  })
  return found
}

import type { ChangeKind } from '../../../engine/change-log'
import type { Citation } from '../../../sources/sources'
import { walk } from 'css-tree'
import { placeOf } from '../../../engine/html-tree'
import type { Message, Step, StyleBlock } from '../../../engine/message'
import { parseDeclarations, parseStyleSheet, placeOfCss } from '../../../engine/parse-css'
import { placesIn } from '../../../references/places-in'
import { rewriteCssText } from '../rewrite-css-text'

const markerSource = 'howtotarget.email (Yahoo), 2020-03-23'
const kinds = {
  'comment-markers-removed': { what: 'comment in a value', source: markerSource },
  'important-lost': {
    what: 'background-image',
    source: 'email-bugs 16, 2019-02-18; caniemail css-important note 7, 2021-11',
  },
  'nested-rule-collapsed': { what: 'nested rule', source: 'caniemail css-nesting note 3, 2023-08' },
} satisfies Record<string, { what: string; source: Citation }>

/** Removes rules after a comment: the filter replaces the comment by the message's id, which breaks their selector. */
export const readCssAsText: Step = (message) => {
  for (const block of message.styleBlocks) readBlock(block, message)
  for (const attribute of message.styleAttributes) {
    const [first] = attribute.owners
    if (!first || !/\/\*|!/.test(attribute.css)) continue
    const { css, changes } = rewriteCssText(attribute.css, 'declarations')
    if (css === attribute.css) continue
    const { root, parseError } = parseDeclarations(css)
    Object.assign(attribute, { css, list: root, parseError })
    for (const { rule } of changes) {
      message.changes.record({ rule, ...kinds[rule] }, placeOf(first, 'style'), attribute.owners.length)
    }
  }
}

function readBlock(block: StyleBlock, { changes: log }: Message): void {
  const { css, changes, lostRules } = rewriteCssText(block.css, 'rules')
  const [text] = block.element.childNodes
  const start = text ? placeOf(text) : null
  if (css !== block.css) {
    const { root, parseError } = parseStyleSheet(css, start)
    Object.assign(block, { css, sheet: root, parseError })
  }
  const placeAt = start ? placesIn(css, start) : () => null
  for (const { rule, offset } of changes) log.record({ rule, ...kinds[rule] }, placeAt(offset))
  if (!block.sheet || lostRules.size === 0) return
  walk(block.sheet, {
    visit: 'Rule',
    enter(rule, item, list) {
      if (!rule.loc || !lostRules.has(rule.loc.start.offset)) return
      const source =
        'email-bugs 25, 2017-02-22, confirmed 2021-02-25; howtotarget 37, 2022-10-13; assumed: that it is still so, although that issue is closed'
      const kind: ChangeKind = { rule: 'rule-lost-behind-comment', what: 'rule', source }
      if (log.record(kind, placeOfCss(rule.loc)) && list && item) list.remove(item)
    },
  })
}

import type { Citation } from '../../../sources/sources'
import { walk } from 'css-tree'
import { placeOf } from '../../../engine/html-tree'
import type { Message, Step } from '../../../engine/message'
import { placeOfCss } from '../../../engine/parse-css'

interface CommentedCss {
  /** Whether rules that contain a comment are removed from `<style>`, too. */
  rules: boolean
  source: Citation
}

export function dropCommentedCss({ rules, source }: CommentedCss): Step {
  return function dropCommentedCss(message) {
    for (const { css, list, owners } of message.styleAttributes) {
      const [first] = owners
      if (!list || !first || !css.includes('/*')) continue
      const kind = { rule: 'style-attribute-with-comment', what: 'comment in style', source }
      message.changes.record(kind, placeOf(first, 'style'), owners.length)
      list.children.clear()
    }
    if (rules) dropCommentedRules(message, source)
  }
}

function dropCommentedRules({ styleBlocks, changes }: Message, source: Citation): void {
  for (const { css, sheet } of styleBlocks) {
    if (!sheet || !css.includes('/*')) continue
    walk(sheet, {
      visit: 'Rule',
      enter(rule, item, list) {
        if (!rule.loc || !css.slice(rule.loc.start.offset, rule.loc.end.offset).includes('/*')) return
        const kind = { rule: 'rule-with-comment', what: 'comment in a rule', source }
        changes.record(kind, placeOfCss(rule.loc))
        if (list && item) list.remove(item)
      },
    })
  }
}

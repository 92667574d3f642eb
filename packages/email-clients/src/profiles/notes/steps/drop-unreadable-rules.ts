import { generate, walk, type CssNode } from 'css-tree'
import type { Step } from '../../../emulate/message'
import { placeOfCss } from '../../../emulate/parse-css'

const source = 'Selectors 3, 5: one selector that cannot be read drops the rule with all its others'

/** A browser drops a rule whole for one pseudo-class it does not know. */
export const dropUnreadableRules: Step = ({ styleBlocks, support, changes }) => {
  for (const { sheet } of styleBlocks) {
    if (!sheet) continue
    walk(sheet, {
      visit: 'Rule',
      enter(rule, item, list) {
        let unreadable: CssNode | null = rule.prelude.type === 'Raw' ? rule.prelude : null
        walk(rule.prelude, (node) => {
          const isUnknown =
            node.type === 'NestingSelector' ||
            (node.type === 'PseudoClassSelector' &&
              !support.judge('pseudo-class', node.name.toLowerCase()).honoured) ||
            (node.type === 'PseudoElementSelector' &&
              !support.judge('pseudo-element', node.name.toLowerCase()).honoured)
          if (isUnknown) unreadable ??= node
        })
        if (!unreadable || !list || !item) return
        const kind = { rule: 'rule-unreadable', what: generate(rule.prelude), source }
        changes.record(kind, placeOfCss(rule.loc))
        list.remove(item)
      },
    })
  }
}

import { walk } from 'css-tree'
import type { Step } from '../../../engine/message'
import { placeOfCss } from '../../../engine/parse-css'

const source = 'caniemail css-pseudo-class-nth-child note 2, 2019-10; css-pseudo-class-has note 1, 2021-12'
const stripped = new Set(['nth-child', 'nth-last-child', 'nth-of-type', 'nth-last-of-type', 'has'])

/** Browsers then refuse the rule with all its selectors. */
export const stripPseudoArguments: Step = ({ styleBlocks, changes }) => {
  for (const { sheet } of styleBlocks) {
    if (!sheet) continue
    walk(sheet, {
      visit: 'PseudoClassSelector',
      enter(node) {
        if (!node.children || !stripped.has(node.name.toLowerCase())) return
        node.children = null
        changes.record(
          { rule: 'pseudo-class-arguments-lost', what: `:${node.name}()`, source },
          placeOfCss(node.loc),
        )
      },
    })
  }
}

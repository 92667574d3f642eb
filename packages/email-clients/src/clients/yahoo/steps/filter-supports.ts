import { generate, walk } from 'css-tree'
import { findRefusal } from '../../../engine/steps/filter-declarations'
import type { Step } from '../../../engine/message'
import { placeOfCss } from '../../../engine/parse-css'

const source = 'caniemail css-at-supports note 1, 2020-05'

/** No browser supports `_filtered_a`, which the filter writes for properties that it does not know. */
export const filterSupports: Step = ({ styleBlocks, support, changes }) => {
  for (const { sheet } of styleBlocks) {
    if (!sheet) continue
    walk(sheet, {
      visit: 'Atrule',
      enter({ name, prelude, loc }) {
        if (name.toLowerCase() !== 'supports' || !prelude) return
        // With `visit: 'Declaration'`, css-tree's walker would not look into conditions.
        walk(prelude, (node) => {
          if (node.type !== 'Declaration' || !findRefusal(node, support)) return
          changes.record(
            { rule: 'supports-condition-filtered', what: generate(node), source },
            placeOfCss(loc),
          )
          node.property = '_filtered_a'
        })
      },
    })
  }
}

import { walk, type WalkContext } from 'css-tree'
import type { Step } from '../../../emulate/message'
import { placeOfCss } from '../../../emulate/parse-css'

const source = 'caniemail css-at-media notes 1 and 10, 2023-12'

/** A media query inside another is taken out, with its rules. */
export const dropNestedMediaQueries: Step = ({ styleBlocks, changes }) => {
  for (const { sheet } of styleBlocks) {
    if (!sheet) continue
    walk(sheet, {
      visit: 'Atrule',
      enter(this: WalkContext, node, item, list) {
        const outer = this.atrule
        if (!outer || outer === node || node.name.toLowerCase() !== 'media') return undefined
        changes.record({ rule: 'nested-media-query', what: '@media', source }, placeOfCss(node.loc))
        if (item) list?.remove(item)
        return walk.skip
      },
    })
  }
}

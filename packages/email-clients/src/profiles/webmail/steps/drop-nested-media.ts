import { walk } from 'css-tree'
import type { Step } from '../../../emulate/message'
import { placeOfCss } from '../../../emulate/parse-css'

/** `@media` inside `@media` goes with all it holds. */
export function dropNestedMedia(source: string): Step {
  return ({ styleBlocks, changes }) => {
    for (const { sheet } of styleBlocks) {
      if (!sheet) continue
      walk(sheet, {
        visit: 'Atrule',
        enter(outer) {
          if (outer.name.toLowerCase() !== 'media') return
          outer.block?.children.forEach((inner, item, list) => {
            if (inner.type !== 'Atrule' || inner.name.toLowerCase() !== 'media') return
            const kind = { rule: 'nested-media-query', what: '@media inside @media', source }
            changes.record(kind, placeOfCss(inner.loc))
            list.remove(item)
          })
        },
      })
    }
  }
}

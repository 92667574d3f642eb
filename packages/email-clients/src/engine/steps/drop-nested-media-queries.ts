import type { Citation } from '../../sources/sources'
import { walk, type WalkContext } from 'css-tree'
import type { Step } from '../message'
import { placeOfCss } from '../parse-css'

export function dropNestedMediaQueries(source: Citation): Step {
  return function dropNestedMediaQueries({ styleBlocks, changes }) {
    for (const { sheet } of styleBlocks) {
      if (!sheet) continue
      walk(sheet, {
        visit: 'Atrule',
        enter(this: WalkContext, node, item, list) {
          const outer = this.atrule
          if (!outer || outer === node || node.name.toLowerCase() !== 'media') return undefined
          const kind = { rule: 'nested-media-query', what: '@media', source }
          if (!changes.record(kind, placeOfCss(node.loc))) return undefined
          if (item) list?.remove(item)
          return walk.skip
        },
      })
    }
  }
}

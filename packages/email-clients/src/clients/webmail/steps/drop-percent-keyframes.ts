import type { Citation } from '../../../sources/sources'
import { walk, type CssNode } from 'css-tree'
import type { Step } from '../../../engine/message'
import { placeOfCss } from '../../../engine/parse-css'

export function dropPercentKeyframes(source: Citation): Step {
  return function dropPercentKeyframes({ styleBlocks, changes }) {
    for (const { sheet } of styleBlocks) {
      if (!sheet) continue
      walk(sheet, {
        visit: 'Atrule',
        enter({ name, block }) {
          if (!/^(?:-webkit-)?keyframes$/i.test(name) || !block) return
          block.children.forEach((rule, item, list) => {
            if (rule.type !== 'Rule' || !hasPercentage(rule.prelude)) return
            const kind = { rule: 'keyframe-percent', what: 'keyframe by percentage', source }
            changes.record(kind, placeOfCss(rule.loc))
            list.remove(item)
          })
        },
      })
    }
  }
}

function hasPercentage(prelude: CssNode): boolean {
  let hasOne = false
  walk(prelude, (node) => {
    hasOne ||= node.type === 'Percentage'
  })
  return hasOne
}

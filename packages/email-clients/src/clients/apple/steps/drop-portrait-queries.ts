import type { ChangeKind } from '../../../engine/change-log'
import { generate, walk, type CssNode } from 'css-tree'
import type { Step } from '../../../engine/message'
import { assumedLater } from '../assumed-later'
import { placeOfCss } from '../../../engine/parse-css'

/**
 * Such queries never match in Mail.
 *
 * @param isTested whether it is the tested version: iOS 18
 */
export function dropPortraitQueries(isTested: boolean): Step {
  return function dropPortraitQueries({ styleBlocks, changes }) {
    const source = assumedLater('caniemail css-at-media-orientation note 2, 18.3.2', isTested)
    for (const { sheet } of styleBlocks) {
      if (!sheet) continue
      walk(sheet, {
        visit: 'Atrule',
        enter({ name, prelude }, item, list) {
          if (name.toLowerCase() !== 'media' || prelude?.type !== 'AtrulePrelude') return undefined
          let isEmpty = false
          prelude.children.forEach((queries) => {
            if (queries.type !== 'MediaQueryList') return
            queries.children.forEach((query, queryItem) => {
              if (!asksForPortrait(query)) return
              const kind: ChangeKind = { rule: 'media-query-unsupported', what: generate(query), source }
              changes.record(kind, placeOfCss(query.loc))
              queries.children.remove(queryItem)
            })
            isEmpty = queries.children.isEmpty
          })
          if (!isEmpty) return undefined
          list?.remove(item)
          return walk.skip
        },
      })
    }
  }
}

function asksForPortrait(query: CssNode): boolean {
  let found = false
  walk(query, (node) => {
    if (node.type !== 'Feature' || node.name.toLowerCase() !== 'orientation') return
    found ||= node.value?.type === 'Identifier' && node.value.name.toLowerCase() === 'portrait'
  })
  return found
}

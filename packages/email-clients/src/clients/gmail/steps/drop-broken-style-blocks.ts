import { walk, type Atrule, type CssNode, type StyleSheet, type WalkContext } from 'css-tree'
import type { Step, StyleBlock } from '../../../engine/message'
import { dropStyleBlocks } from '../../../engine/drop-style-blocks'
import { findBackslash, findRefusedSyntax, type RefusedSyntax } from '../refused-syntax'

/** One refused syntax drops the whole `<style>` (HT 2017, troubleshooting Gmail, 6; email-bugs 13 and 21). */
export const dropBrokenStyleBlocks: Step = (message) => {
  dropStyleBlocks(message, (block) => {
    const refused = findBreakage(block)
    return refused ? { rule: 'style-block-broken', ...refused } : null
  })
}

function findBreakage({ css, sheet, parseError }: StyleBlock): RefusedSyntax | null {
  if (!sheet || parseError !== null) {
    return { what: parseError ?? 'unreadable CSS', source: 'HT 2017 (troubleshooting Gmail) 6' }
  }
  return findBackslash(css) ?? findRefusedRule(sheet)
}

function findRefusedRule(sheet: StyleSheet): RefusedSyntax | null {
  let refused: RefusedSyntax | null = null
  walk(sheet, {
    enter(this: WalkContext, node: CssNode) {
      if (refused) return walk.break
      if (node.type === 'Declaration') {
        // Gmail drops descriptors of @font-face and the like with their at-rule, without reading them.
        refused = this.rule ? findRefusedSyntax(node) : null
        return walk.skip
      }
      if (node.type === 'Rule' && this.rule) {
        refused = { what: 'nested rule', source: 'caniemail css-nesting, 2023-08; HT 2017 6' }
      }
      if (node.type === 'Atrule' && isRefusedInside(node, this)) {
        refused = { what: `@${node.name} inside another rule`, source: 'email-bugs 21, 2016-09-23' }
      }
      return undefined
    },
  })
  return refused
}

/** Gmail reads only `@media` in `@media` (email-bugs 21, comment of 2018-03-15; caniemail PR 256, 2022-07). */
function isRefusedInside(inner: Atrule, { rule, atrule }: Pick<WalkContext, 'rule' | 'atrule'>): boolean {
  if (rule) return true
  return atrule !== null && !(isMedia(inner) && isMedia(atrule))
}

const isMedia = ({ name }: Atrule): boolean => name.toLowerCase() === 'media'

import type { ChangeKind } from '../../../engine/change-log'
import type { Citation } from '../../../sources/sources'
import { generate, walk, type CssNode, type Selector } from 'css-tree'
import type { Step } from '../../../engine/message'
import { placeOfCss } from '../../../engine/parse-css'

const honouredMatchers = new Set<string | null>([null, '=', '~=', '|='])

interface SelectorLimits {
  /** Honoured only directly after an element's name; `all`: every pseudo-class and pseudo-element. */
  onTypesOnly: ReadonlySet<string> | 'all'
  pseudoSource: Citation
  attributeSource: Citation
}

/**
 * Outlook honours attribute selectors alone or after an element's name, and pseudo-classes and pseudo-elements only
 * after an element's name.
 */
export function limitSelectors({ onTypesOnly, pseudoSource, attributeSource }: SelectorLimits): Step {
  return function limitSelectors({ styleBlocks, changes }) {
    for (const { sheet } of styleBlocks) {
      if (!sheet) continue
      walk(sheet, {
        visit: 'Rule',
        enter({ prelude, block }, item, list) {
          if (prelude.type !== 'SelectorList') return
          prelude.children.forEach((selector, selectorItem, selectors) => {
            const refusal = selector.type === 'Selector' ? findRefusal(selector) : null
            if (refusal === null) return
            const kind: ChangeKind = {
              rule: 'selector-unsupported',
              what: generate(selector),
              source: refusal,
            }
            changes.record(kind, placeOfCss(selector.loc), 1, {
              selectors: [selector],
              declarations: block.children.toArray(),
            })
            selectors.remove(selectorItem)
          })
          if (prelude.children.isEmpty && item) list?.remove(item)
        },
      })
    }
  }

  function findRefusal(selector: Selector): Citation | null {
    let hasType = false
    let hasName = false
    let hasAttribute = false
    let hasPseudo = false
    let refusal: Citation | null = null
    const endCompound = () => {
      if (hasAttribute && hasName) refusal ??= attributeSource
      if (hasPseudo && (!hasType || hasName)) refusal ??= pseudoSource
      hasType = hasName = hasAttribute = hasPseudo = false
    }
    selector.children.forEach((node: CssNode) => {
      if (node.type === 'Combinator') endCompound()
      else if (node.type === 'TypeSelector') hasType = true
      else if (node.type === 'ClassSelector' || node.type === 'IdSelector') hasName = true
      else if (node.type === 'AttributeSelector') {
        hasAttribute = true
        if (!honouredMatchers.has(node.matcher)) refusal ??= attributeSource
      } else if (node.type === 'PseudoClassSelector' || node.type === 'PseudoElementSelector')
        hasPseudo ||= onTypesOnly === 'all' || onTypesOnly.has(node.name.toLowerCase())
    })
    endCompound()
    return refusal
  }
}

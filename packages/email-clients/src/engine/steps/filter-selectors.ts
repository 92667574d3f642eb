import { generate, walk, type AttributeSelector, type CssNode, type Selector } from 'css-tree'
import type { Message, Step } from '../message'
import { placeOfCss } from '../parse-css'
import type { Verdict } from '../support'

const unreadable: Verdict = { honoured: false, source: 'Selectors 3, 5: an invalid selector matches nothing' }

const combinators: Readonly<Record<string, string>> = {
  ' ': 'descendant',
  '>': 'child',
  '+': 'adjacent-sibling',
  '~': 'general-sibling',
}

/**
 * Removes selectors that the client does not honour, and rules that have none left. `judgeAttribute` decides about
 * attribute selectors where caniemail's one verdict on all of them does not say enough.
 */
export function filterSelectors(judgeAttribute?: (selector: AttributeSelector) => Verdict): Step {
  return function filterSelectors(message) {
    for (const { sheet } of message.styleBlocks) {
      if (!sheet) continue
      walk(sheet, {
        visit: 'Rule',
        enter(rule, item, list) {
          if (rule.prelude.type === 'SelectorList') {
            rule.prelude.children.forEach((selector, selectorItem, selectors) => {
              const refusal =
                selector.type === 'Selector' ? findRefusal(selector, message, judgeAttribute) : unreadable
              if (!refusal) return
              const change = {
                rule: 'selector-unsupported',
                what: generate(selector),
                source: refusal.source,
              }
              const part = { selectors: [selector], declarations: rule.block.children.toArray() }
              if (message.changes.record(change, placeOfCss(selector.loc), 1, part))
                selectors.remove(selectorItem)
            })
            if (!rule.prelude.children.isEmpty) return
          }
          if (list && item) list.remove(item)
        },
      })
    }
  }
}

function findRefusal(
  selector: Selector,
  { support }: Message,
  judgeAttribute: ((selector: AttributeSelector) => Verdict) | undefined,
): Verdict | null {
  let refusal: Verdict | null = null
  selector.children.forEach((node) => {
    if (refusal) return
    const verdict = judge(node)
    if (!verdict.honoured) refusal = verdict
  })
  return refusal

  function judge(node: CssNode): Verdict {
    if (node.type === 'AttributeSelector' && judgeAttribute) return judgeAttribute(node)
    const [kind, name] = subjectOf(node)
    return support.judge(kind, name)
  }
}

function subjectOf(node: CssNode): readonly [kind: string, name: string] {
  if (node.type === 'TypeSelector') return ['selector', node.name === '*' ? 'universal' : 'type']
  if (node.type === 'ClassSelector') return ['selector', 'class']
  if (node.type === 'IdSelector') return ['selector', 'id']
  if (node.type === 'AttributeSelector') return ['selector', 'attribute']
  if (node.type === 'Combinator') return ['selector', combinators[node.name] ?? node.name]
  if (node.type === 'PseudoClassSelector') return ['pseudo-class', node.name.toLowerCase()]
  if (node.type === 'PseudoElementSelector') return ['pseudo-element', node.name.toLowerCase()]
  return ['selector', node.type]
}

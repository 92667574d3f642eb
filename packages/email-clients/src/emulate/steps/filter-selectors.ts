import { generate, walk, type AttributeSelector, type CssNode, type Selector } from 'css-tree'
import type { Message, Step } from '../message'
import { placeOfCss } from '../parse-css'
import type { Verdict } from '../support'

const combinators: Readonly<Record<string, string>> = {
  ' ': 'descendant',
  '>': 'child',
  '+': 'adjacent-sibling',
  '~': 'general-sibling',
}

const unknown: Verdict = { honoured: false, source: 'only what is known to be honoured is kept' }

/**
 * Drops the selectors the client does not honour, one by one from their lists, and rules left without any.
 *
 * @param judgeAttribute the client's own rule for `[…]`, where "partly" needs one
 */
export function filterSelectors(judgeAttribute: (selector: AttributeSelector) => Verdict): Step {
  return (message) => {
    for (const { sheet } of message.styleBlocks) {
      if (!sheet) continue
      walk(sheet, {
        visit: 'Rule',
        enter(rule, item, list) {
          if (rule.prelude.type === 'SelectorList') {
            rule.prelude.children.forEach((selector, selectorItem, selectors) => {
              const refusal =
                selector.type === 'Selector' ? findRefusal(selector, message, judgeAttribute) : unknown
              if (!refusal) return
              const change = {
                rule: 'selector-unsupported',
                what: generate(selector),
                source: refusal.source,
              }
              message.changes.record(change, placeOfCss(selector.loc))
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
  judgeAttribute: (selector: AttributeSelector) => Verdict,
): Verdict | null {
  let refusal: Verdict | null = null
  selector.children.forEach((node) => {
    if (refusal) return
    const verdict = judge(node)
    if (!verdict.honoured) refusal = verdict
  })
  return refusal

  function judge(node: CssNode): Verdict {
    if (node.type === 'AttributeSelector') return judgeAttribute(node)
    const [kind, name] = subjectOf(node)
    return support.find(kind, name) ?? unknown
  }
}

function subjectOf(node: CssNode): readonly [kind: string, name: string] {
  if (node.type === 'TypeSelector') return ['selector', node.name === '*' ? 'universal' : 'type']
  if (node.type === 'ClassSelector') return ['selector', 'class']
  if (node.type === 'IdSelector') return ['selector', 'id']
  if (node.type === 'Combinator') return ['selector', combinators[node.name] ?? node.name]
  if (node.type === 'PseudoClassSelector') return ['pseudo-class', node.name.toLowerCase()]
  if (node.type === 'PseudoElementSelector') return ['pseudo-element', node.name.toLowerCase()]
  return ['selector', node.type]
}

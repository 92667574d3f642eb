import type { ChangeKind } from '../../../engine/change-log'
import { List, walk, type CssNode, type Selector } from 'css-tree'
import type { Step } from '../../../engine/message'
import { placeOfCss } from '../../../engine/parse-css'
import { renameInHtml } from '../../../engine/steps/prefix-names'

const prefix = 'x_'
const chainSource = 'email-bugs 61, 2019-07-02; caniemail css-selector-chaining note 4, 2024-01'

/**
 * `x_` before every class and id; in the webmail's CSS only before the first of a chain (caniemail
 * css-selector-chaining, 16.80). Attribute selectors stay (css-selector-attribute note 3). `body` and `html` become the
 * first element (email-bugs 88).
 */
export function prefixOutlookNames(messageClass: string, chains: 'first' | 'all'): Step {
  return function prefixOutlookNames({ document, styleBlocks, changes }) {
    renameInHtml(document, (name) => prefix + name)
    for (const { sheet } of styleBlocks) {
      if (!sheet) continue
      walk(sheet, {
        visit: 'Selector',
        enter(selector) {
          const unprefixed = prefixSelector(selector, chains)
          if (unprefixed !== null) {
            const kind: ChangeKind = {
              rule: 'chained-class-not-prefixed',
              what: `.${unprefixed}`,
              source: chainSource,
            }
            changes.record(kind, placeOfCss(selector.loc), 1, { selectors: [selector] })
          }
          confine(selector)
        },
      })
    }
  }

  function confine(selector: Selector): void {
    const first = selector.children.first
    const isPage = first?.type === 'TypeSelector' && /^(?:html|body)$/i.test(first.name)
    if (isPage) first.name = 'div'
    selector.children.prependList(
      new List<CssNode>().fromArray([
        { type: 'ClassSelector', name: messageClass },
        { type: 'Combinator', name: isPage ? '>' : ' ' },
      ]),
    )
  }
}

/** Returns the first name of a chain that stays without prefix. */
function prefixSelector(selector: Selector, chains: 'first' | 'all'): string | null {
  let isFirst = true
  let unprefixed: string | null = null
  selector.children.forEach((node: CssNode) => {
    if (node.type === 'Combinator') isFirst = true
    if (node.type !== 'ClassSelector' && node.type !== 'IdSelector') return
    if (isFirst || chains === 'all') node.name = prefix + node.name
    else unprefixed ??= node.name
    isFirst = false
  })
  return unprefixed
}

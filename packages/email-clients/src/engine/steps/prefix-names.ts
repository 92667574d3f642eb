import { List, walk, type CssNode, type Selector, type WalkContext } from 'css-tree'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsIn } from '../html-tree'
import type { Step } from '../message'

interface Prefixing {
  prefix: string
  suffix?: string
  /** Confines every rule: `div.name` or `#name`. Selectors that begin with that id stay. */
  scope: { tagName: string; className: string } | { id: string }
}

/** Keeps an email from styling the client's page. */
export function prefixNames({ prefix, suffix = '', scope }: Prefixing): Step {
  const rename = (name: string): string => prefix + name + suffix
  return function prefixNames({ document, styleBlocks }) {
    renameInHtml(document, rename)
    for (const { sheet } of styleBlocks) {
      if (!sheet) continue
      walk(sheet, (node) => {
        if (node.type === 'ClassSelector' || node.type === 'IdSelector') node.name = rename(node.name)
        else if (node.type === 'AttributeSelector') prefixAttributeSelector(node)
      })
      walk(sheet, {
        visit: 'Rule',
        enter(this: WalkContext, { prelude }) {
          // Keyframes are not selectors, and nested rules are confined by the rule around them.
          const inKeyframes = this.atrule !== null && /keyframes$/i.test(this.atrule.name)
          if (prelude.type !== 'SelectorList' || inKeyframes || this.rule !== null) return
          prelude.children.forEach((selector) => {
            if (selector.type !== 'Selector' || isConfined(selector)) return
            selector.children.prependList(scopeNodes())
          })
        },
      })
    }
  }

  function prefixAttributeSelector(node: CssNode & { type: 'AttributeSelector' }): void {
    if (node.name.name !== 'class' && node.name.name !== 'id') return
    if (node.value?.type === 'Identifier') node.value.name = rename(node.value.name)
    else if (node.value?.type === 'String') node.value.value = rename(node.value.value)
  }

  function isConfined({ children }: Selector): boolean {
    return 'id' in scope && children.first?.type === 'IdSelector' && children.first.name === scope.id
  }

  function scopeNodes(): List<CssNode> {
    return new List<CssNode>().fromArray([
      ...('id' in scope
        ? [{ type: 'IdSelector' as const, name: scope.id }]
        : [
            { type: 'TypeSelector' as const, name: scope.tagName },
            { type: 'ClassSelector' as const, name: scope.className },
          ]),
      { type: 'Combinator', name: ' ' },
    ])
  }
}

export function renameInHtml(document: Tree.Document, rename: (name: string) => string): void {
  for (const element of elementsIn(document)) {
    for (const attribute of element.attrs) {
      if (attribute.name === 'class') {
        const names = attribute.value.split(/[\t\n\f\r ]+/).filter((name) => name !== '')
        attribute.value = names.map(rename).join(' ')
      } else if (attribute.name === 'id' && attribute.value !== '') attribute.value = rename(attribute.value)
    }
  }
}

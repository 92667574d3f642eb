import { List, walk, type CssNode } from 'css-tree'
import { elementsIn } from '../html-tree'
import type { Step } from '../message'

interface Prefixing {
  /** Put before every class and id, in HTML and CSS alike. */
  prefix: string
  /** Put behind them. */
  suffix?: string
  /** Type and class of the element around the message that every rule is confined to: `div.name`. */
  scope: { tagName: string; className: string }
}

/** Renames classes and ids and confines every rule to the message, so that an email cannot style the client. */
export function prefixNames({ prefix, suffix = '', scope }: Prefixing): Step {
  const rename = (name: string): string => prefix + name + suffix
  return ({ document, styleBlocks }) => {
    for (const element of elementsIn(document)) {
      for (const attribute of element.attrs) {
        if (attribute.name === 'class') {
          const names = attribute.value.split(/[\t\n\f\r ]+/).filter((name) => name !== '')
          attribute.value = names.map(rename).join(' ')
        } else if (attribute.name === 'id' && attribute.value !== '')
          attribute.value = rename(attribute.value)
      }
    }
    for (const { sheet } of styleBlocks) {
      if (!sheet) continue
      walk(sheet, (node) => {
        if (node.type === 'ClassSelector' || node.type === 'IdSelector') node.name = rename(node.name)
        else if (node.type === 'AttributeSelector') prefixAttributeSelector(node)
      })
      walk(sheet, {
        visit: 'SelectorList',
        enter(list) {
          list.children.forEach((selector) => {
            if (selector.type === 'Selector') selector.children.prependList(scopeNodes())
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

  function scopeNodes(): List<CssNode> {
    return new List<CssNode>().fromArray([
      { type: 'TypeSelector', name: scope.tagName },
      { type: 'ClassSelector', name: scope.className },
      { type: 'Combinator', name: ' ' },
    ])
  }
}

import { walk } from 'css-tree'
import { filterEachDeclaration } from '../declaration-places'
import { dropStyleBlocks } from '../drop-style-blocks'
import type { Message, Step } from '../message'
import { placeOfCss } from '../parse-css'

export const filterSyntax: Step = (message) => {
  dropStyles(message)
  dropImportant(message)
  dropNestedRules(message)
}

function dropStyles(message: Message): void {
  const { honoured, source } = message.support.judge('element', 'style')
  if (!honoured) dropStyleBlocks(message, () => ({ rule: 'style-unsupported', source }))
}

function dropImportant(message: Message): void {
  const { honoured, source } = message.support.judge('syntax', 'important')
  if (honoured) return
  filterEachDeclaration(message, (declaration, place) => {
    if (declaration.important === false) return true
    const kind = { rule: 'important-unsupported', what: '!important', source }
    if (message.changes.record(kind, ...place.at(declaration))) declaration.important = false
    return true
  })
}

function dropNestedRules({ styleBlocks, support, changes }: Message): void {
  const { honoured, source } = support.judge('syntax', 'nesting')
  if (honoured) return
  for (const { sheet } of styleBlocks) {
    if (!sheet) continue
    walk(sheet, {
      visit: 'Rule',
      enter(rule) {
        rule.block.children.forEach((node, item, list) => {
          if (node.type === 'Declaration') return
          const kind = { rule: 'nested-rule-unsupported', what: 'nested rule', source }
          if (changes.record(kind, placeOfCss(node.loc))) list.remove(item)
        })
      },
    })
  }
}

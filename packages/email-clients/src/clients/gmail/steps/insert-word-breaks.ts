import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { createElement, createText, placeOf } from '../../../engine/html-tree'
import type { Step } from '../../../engine/message'
import { replaceTexts } from '../../../engine/replace-texts'

const charactersPerBreak = 30
const source = 'caniemail css-word-break note 1, 2022-02'
const longWord = new RegExp(String.raw`\S{${charactersPerBreak}}(?=\S)`, 'gu')
const unbroken = new Set(['textarea', 'select', 'style', 'title'])

export const insertWordBreaks: Step = ({ body, changes }) => {
  replaceTexts(body, unbroken, (node) => {
    if (node.value.length <= charactersPerBreak) return null
    const nodes: Tree.ChildNode[] = []
    let breaks = 0
    let at = 0
    for (const match of node.value.matchAll(longWord)) {
      const end = match.index + match[0].length
      nodes.push(createText(node.value.slice(at, end)), createElement('wbr'))
      breaks += 1
      at = end
    }
    if (breaks === 0) return null
    changes.record({ rule: 'word-break-inserted', what: '<wbr>', source }, placeOf(node), breaks)
    nodes.push(createText(node.value.slice(at)))
    return nodes
  })
}

import type { Citation } from '../../sources/sources'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { detectLinks } from '../detect-links'
import { createElement, createText, placeOf } from '../html-tree'
import type { Step } from '../message'
import { replaceTexts } from '../replace-texts'

const notLinked = new Set(['a', 'button', 'textarea', 'select', 'style', 'title'])

/** Makes links of addresses and numbers in the text. They have the client's own link colour. */
export function linkDetectedText(source: Citation): Step {
  return function linkDetectedText({ body, changes }) {
    replaceTexts(body, notLinked, (node) => {
      const links = detectLinks(node.value)
      if (links.length === 0) return null
      const nodes: Tree.ChildNode[] = []
      let at = 0
      for (const { kind, start, end, href } of links) {
        if (!changes.record({ rule: 'link-detected', what: kind, source }, placeOf(node))) continue
        if (start > at) nodes.push(createText(node.value.slice(at, start)))
        nodes.push(createElement('a', { href, target: '_blank' }, [createText(node.value.slice(start, end))]))
        at = end
      }
      if (at < node.value.length) nodes.push(createText(node.value.slice(at)))
      return nodes
    })
  }
}

import type { Citation } from '../../sources/sources'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { detectLinks } from '../detect-links'
import type { DetectedData } from '../find-data'
import { createElement, createText, placeOf } from '../html-tree'
import type { Step } from '../message'
import { notLinked, replaceTexts } from '../replace-texts'

export function linkDetectedText(
  source: Citation,
  find: (text: string) => readonly DetectedData[] = detectLinks,
  attributes: Readonly<Record<string, string>> = { target: '_blank' },
): Step {
  return function linkDetectedText({ body, changes }) {
    replaceTexts(body, notLinked, (node) => {
      const links = find(node.value)
      if (links.length === 0) return null
      const nodes: Tree.ChildNode[] = []
      let at = 0
      for (const { kind, start, end, href } of links) {
        if (!changes.record({ rule: 'link-detected', what: kind, source }, placeOf(node))) continue
        if (start > at) nodes.push(createText(node.value.slice(at, start)))
        const text = createText(node.value.slice(start, end))
        nodes.push(createElement('a', { href: href ?? '#', ...attributes }, [text]))
        at = end
      }
      if (at < node.value.length) nodes.push(createText(node.value.slice(at)))
      return nodes
    })
  }
}

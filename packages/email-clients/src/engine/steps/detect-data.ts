import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { Citation } from '../../sources/sources'
import { findData, type DetectedData } from '../find-data'
import { createElement, createText, elementsIn, findAttribute, placeOf } from '../html-tree'
import type { Message, Step } from '../message'
import { notLinked, replaceTexts } from '../replace-texts'

/** Types of WebKit's links. */
const types: Readonly<Record<DetectedData['kind'], string>> = {
  URL: 'link',
  'email address': 'link',
  'postal address': 'address',
  'phone number': 'telephone',
  date: 'calendar-event',
  flight: 'misc',
}

/** By these names, `<meta name="format-detection">` switches them off. */
const switchNames: Readonly<Record<DetectedData['kind'], string>> = {
  URL: 'url',
  'email address': 'email',
  'postal address': 'address',
  'phone number': 'telephone',
  date: 'date',
  flight: 'flight',
}

/** Makes links as WebKit does (`a[x-apple-data-detectors]`), which an email's selectors can match. */
export const detectData = (source: Citation): Step =>
  function detectData(message) {
    const { body, changes } = message
    const switchedOff = findSwitchedOff(message)
    let result = 0
    replaceTexts(body, notLinked, (node) => {
      const found = findData(node.value).filter(({ kind }) => !switchedOff.has(switchNames[kind]))
      if (found.length === 0) return null
      const nodes: Tree.ChildNode[] = []
      let at = 0
      for (const { kind, start, end, href } of found) {
        if (start > at) nodes.push(createText(node.value.slice(at, start)))
        const attributes = {
          href: href === null || kind === 'postal address' ? 'x-apple-data-detectors://' : href,
          dir: 'ltr',
          'x-apple-data-detectors': 'true',
          'x-apple-data-detectors-type': types[kind],
          'x-apple-data-detectors-result': String(result++),
        }
        nodes.push(createElement('a', attributes, [createText(node.value.slice(start, end))]))
        changes.record({ rule: 'data-detected', what: kind, source }, placeOf(node))
        at = end
      }
      if (at < node.value.length) nodes.push(createText(node.value.slice(at)))
      return nodes
    })
  }

function findSwitchedOff({ document }: Message): Set<string> {
  const switchedOff = new Set<string>()
  for (const element of elementsIn(document)) {
    if (element.tagName !== 'meta') continue
    if (findAttribute(element, 'name')?.trim().toLowerCase() !== 'format-detection') continue
    const content = (findAttribute(element, 'content') ?? '').slice(0, 1_000)
    for (const [, name = ''] of content.matchAll(/(?<![a-z])([a-z]+)\s*=\s*no\b/gi))
      switchedOff.add(name.toLowerCase())
  }
  return switchedOff
}

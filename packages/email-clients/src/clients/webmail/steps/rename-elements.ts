import type { Citation } from '../../../sources/sources'
import { elementsIn, isHtmlElement, placeOf } from '../../../engine/html-tree'
import type { Step } from '../../../engine/message'

export function renameElements(names: Readonly<Record<string, string>>, source: Citation): Step {
  const newNames = new Map(Object.entries(names))
  return function renameElements({ document, changes }) {
    for (const element of elementsIn(document)) {
      const newName = newNames.get(element.tagName)
      if (newName === undefined || !isHtmlElement(element)) continue
      const kind = { rule: 'element-renamed', what: `<${element.tagName}> to <${newName}>`, source }
      changes.record(kind, placeOf(element))
      element.tagName = newName
      element.nodeName = newName
    }
  }
}

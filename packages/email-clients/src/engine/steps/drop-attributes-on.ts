import type { Citation } from '../../sources/sources'
import { elementsIn, findAttribute, placeOf, removeAttribute } from '../html-tree'
import type { Step } from '../message'

/** The webmail ignores the attribute on these elements; with `values`, only these values. */
export function dropAttributesOn(
  tagNames: readonly string[],
  name: string,
  source: Citation,
  values?: readonly string[],
): Step {
  const affected = new Set(tagNames)
  return function dropAttributesOn({ document, changes }) {
    for (const element of elementsIn(document)) {
      if (!affected.has(element.tagName)) continue
      const value = findAttribute(element, name)
      if (value === null || (values && !values.includes(value.trim().toLowerCase()))) continue
      const kind = { rule: 'attribute-dropped', what: `${name} on <${element.tagName}>`, source }
      if (changes.record(kind, placeOf(element, name))) removeAttribute(element, name)
    }
  }
}

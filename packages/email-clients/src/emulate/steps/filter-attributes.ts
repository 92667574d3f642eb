import { elementsIn, findAttribute, placeOf } from '../html-tree'
import type { Step } from '../message'

/** Only these are worth a line in a report; the rest changes no picture. */
const visible = new Set(['hidden', 'srcset', 'sizes', 'popover', 'reversed', 'inert', 'loading'])

/** Drops the attributes the client does not honour, and the input types it does not. */
export function filterAttributes(plainAttributes: ReadonlySet<string>): Step {
  return ({ document, support, changes }) => {
    for (const element of elementsIn(document)) {
      const kept = element.attrs.filter(({ name }) => {
        const verdict = support.find('attribute', name)
        const honoured = verdict?.honoured ?? (plainAttributes.has(name) || name.startsWith('aria-'))
        if (!honoured && visible.has(name)) {
          const source = verdict?.source ?? 'not in the list of attributes that stay'
          changes.record({ rule: 'attribute-unsupported', what: name, source }, placeOf(element, name))
        }
        return honoured
      })
      if (kept.length !== element.attrs.length) element.attrs = kept
      if (element.tagName === 'input') dropInputType(findAttribute(element, 'type') ?? 'text')

      function dropInputType(type: string): void {
        const verdict = support.find('input-type', type.toLowerCase())
        if (verdict?.honoured !== false) return
        element.attrs = element.attrs.filter(({ name }) => name !== 'type')
        const kind = { rule: 'input-type-unsupported', what: type, source: verdict.source }
        changes.record(kind, placeOf(element, 'type'))
      }
    }
  }
}

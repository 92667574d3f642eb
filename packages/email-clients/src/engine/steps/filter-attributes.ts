import { elementsIn, findAttribute, placeOf } from '../html-tree'
import type { Step } from '../message'

/** Removing other attributes does not change the picture and is not reported. */
const visible = new Set(
  (
    'align background bgcolor border cellpadding cellspacing dir height hidden inert loading popover reversed sizes srcset ' +
    'valign width'
  ).split(' '),
)

/** An input without its `type` is shown as a text field. */
export const filterAttributes: Step = ({ document, support, changes }) => {
  for (const element of elementsIn(document)) {
    const kept = element.attrs.filter(({ name }) => {
      const { honoured, source } = support.judge('attribute', name)
      if (honoured || !visible.has(name)) return honoured
      return !changes.record({ rule: 'attribute-unsupported', what: name, source }, placeOf(element, name))
    })
    if (kept.length !== element.attrs.length) element.attrs = kept
    if (element.tagName === 'input') dropInputType(findAttribute(element, 'type') ?? 'text')

    function dropInputType(type: string): void {
      const { honoured, source } = support.judge('input-type', type.toLowerCase())
      if (honoured) return
      const kind = { rule: 'input-type-unsupported', what: type, source }
      if (!changes.record(kind, placeOf(element, 'type'))) return
      element.attrs = element.attrs.filter(({ name }) => name !== 'type')
    }
  }
}

import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsIn, findAttribute, placeOf, removeAttribute } from '../html-tree'
import type { Message, Step } from '../message'

/** Removing other attributes does not change the picture and is not reported. */
const visibleAttributes = new Set(
  (
    'align background bgcolor border cellpadding cellspacing dir height hidden inert loading popover reversed sizes srcset ' +
    'valign width'
  ).split(' '),
)

export const filterAttributes: Step = (message) => {
  const { document, support, changes } = message
  for (const element of elementsIn(document)) {
    const kept = element.attrs.filter(({ name }) => {
      const { honoured, source } = support.judge('attribute', name)
      if (honoured || !visibleAttributes.has(name)) return honoured
      const kind = { rule: 'attribute-unsupported', what: name, source }
      return !changes.record(kind, placeOf(element, name), 1, { elements: [element] })
    })
    if (kept.length !== element.attrs.length) element.attrs = kept
    if (element.tagName === 'input') dropRefusedType(element, message)
  }
}

/** The input is then shown as a text field. */
function dropRefusedType(input: Tree.Element, { support, changes }: Message): void {
  const type = findAttribute(input, 'type') ?? 'text'
  const { honoured, source } = support.judge('input-type', type.toLowerCase())
  if (honoured) return
  const kind = { rule: 'input-type-unsupported', what: type, source }
  if (changes.record(kind, placeOf(input, 'type'))) removeAttribute(input, 'type')
}

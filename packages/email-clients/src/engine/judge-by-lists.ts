import { plainAttributes, plainElements } from './plain-html'
import type { JudgeUnlisted } from './support'

/** The borders of each side, with their parts: `border-top`, `border-top-color` and so on. */
export const sideBorders: readonly string[] = ['top', 'right', 'bottom', 'left'].flatMap((side) => [
  `border-${side}`,
  ...['color', 'style', 'width'].map((part) => `border-${side}-${part}`),
])

/**
 * Judges what neither a cell nor a correction is about, for a client whose filter is an allowlist. Refuses a property,
 * element, attribute, selector or at-rule that is on none of these lists. Honours values, because they are judged with
 * their property. Elements and attributes are those of `plain-html`; `isAttribute` adds to these.
 */
export function judgeByLists({
  properties,
  isAttribute,
  isSelector = () => false,
}: {
  properties: ReadonlySet<string>
  isAttribute: (name: string) => boolean
  isSelector?: (name: string) => boolean
}): JudgeUnlisted {
  const lists: Partial<Record<string, (name: string) => boolean>> = {
    property: (name) => properties.has(name),
    element: (name) => plainElements.has(name),
    attribute: (name) => plainAttributes.has(name) || isAttribute(name),
    selector: isSelector,
    'pseudo-class': () => false,
    'pseudo-element': () => false,
    'at-rule': () => false,
    'media-feature': () => false,
    'media-type': () => false,
    'media-query': () => false,
  }
  return (kind, name) => ({
    honoured: lists[kind]?.(name) ?? true,
    source: 'only what is known to be honoured is kept',
  })
}

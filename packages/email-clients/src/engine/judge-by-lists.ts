import { plainAttributes, plainElements } from './plain-html'
import type { JudgeUnlisted } from './support'

export const sideBorders: readonly string[] = ['top', 'right', 'bottom', 'left'].flatMap((side) => [
  `border-${side}`,
  ...['color', 'style', 'width'].map((part) => `border-${side}-${part}`),
])

/**
 * For an allowlist: refuses what has neither cell nor correction and is on no list. Values are honoured: they are
 * judged with their property. `isAttribute` adds to `plain-html`.
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

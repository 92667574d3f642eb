import { plainAttributes, plainElements } from '../../engine/plain-html'
import type { JudgeUnlisted } from '../../engine/support'

const sides = ['top', 'right', 'bottom', 'left']

/**
 * Properties of Google's published list for Gmail for which caniemail has no cell. If there is a cell, it wins, because
 * the list is known to be inexact (HT 2016).
 */
const listedProperties: ReadonlySet<string> = new Set([
  ...(
    'azimuth background-attachment border-bottom-left-radius border-bottom-right-radius border-color border-style ' +
    'border-top-left-radius border-top-right-radius border-width break-after break-before break-inside color ' +
    'column-gap content elevation font-family font-feature-settings font-size-adjust font-style font-synthesis ' +
    'font-variant font-variant-alternates font-variant-caps font-variant-east-asian font-variant-ligatures ' +
    'font-variant-numeric image-orientation image-resolution isolation line-break order outline-color ' +
    'outline-style outline-width page-break-after page-break-before page-break-inside pause pitch quotes richness ' +
    'speak speech-rate stress text-combine-upright text-decoration-skip unicode-bidi voice-family volume'
  ).split(' '),
  ...sides.flatMap((side) => [
    `border-${side}`,
    ...['color', 'style', 'width'].map((part) => `border-${side}-${part}`),
  ]),
])

/**
 * Gmail's filter is an allowlist: subjects that were not tested and are on no list are refused. Values are honoured,
 * because they are judged with their property.
 */
export const judgeUnlistedByGmail: JudgeUnlisted = (kind, name) => {
  const lists: Partial<Record<string, () => boolean>> = {
    property: () => listedProperties.has(name),
    element: () => plainElements.has(name),
    attribute: () => plainAttributes.has(name) || name.startsWith('aria-'),
    selector: () => false,
    'pseudo-class': () => false,
    'pseudo-element': () => false,
    'at-rule': () => false,
    'media-feature': () => false,
    'media-type': () => false,
    'media-query': () => false,
  }
  return { honoured: lists[kind]?.() ?? true, source: 'only what is known to be honoured is kept' }
}

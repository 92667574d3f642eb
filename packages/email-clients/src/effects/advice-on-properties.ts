import type { Advice, AdviceRow } from './advice-row'
import {
  hasAttribute,
  hasFixedTable,
  isAllOf,
  isAnyOf,
  isAroundFixedTable,
  isInGhostCell,
  isInWideTable,
  isPictureOfItsWidth,
} from './in-place/advised-place'
import { hasPlainLines, isPaddedForOutlook } from './in-place/padded-button'

const sizeByAttribute: Advice = {
  text: 'Give the picture its size as attributes: `width="600"`, and `height` if it must be fixed.',
  source: 'Cerberus, cerberus-hybrid.html',
}
const onCell: Advice = {
  text: 'Put it on a table cell around the element: `<td style="…">`.',
  source: 'caniemail css-padding note 1, 2019-07',
}
export const ghostTable: Advice = {
  text: 'Put the block into a table with `width="600"` that only Outlook sees, between `<!--[if mso]>` and `<![endif]-->`.',
  source: 'Cerberus, cerberus-hybrid.html',
}

/** Properties that do nothing on an element. */
export const adviceOnProperties: readonly AdviceRow[] = [
  {
    rule: 'property-not-on-element',
    what: /^(?:max-|min-)?width on <(?!img|body)/,
    ...ghostTable,
    isFollowed: isAnyOf(hasFixedTable, isInGhostCell),
    isSettled: isAnyOf(isAroundFixedTable, isInGhostCell),
  },
  {
    rule: 'property-not-on-element',
    what: /^(?:max-)?width on <img>$/,
    ...sizeByAttribute,
    isFollowed: hasAttribute('width'),
    isSettled: isPictureOfItsWidth,
  },
  {
    rule: 'property-not-on-element',
    what: /^(?:max-)?height on <img>$/,
    ...sizeByAttribute,
    isFollowed: hasAttribute('height'),
  },
  {
    rule: 'property-not-on-element',
    what: /^padding[a-z-]* on <a>$/,
    ...onCell,
    isFollowed: isPaddedForOutlook,
    isSettled: isPaddedForOutlook,
  },
  {
    rule: 'property-not-on-element',
    what: /^line-height on <a>$/,
    ...onCell,
    isSettled: isAllOf(hasPlainLines, isPaddedForOutlook),
    isFollowed: isAllOf(hasPlainLines, isPaddedForOutlook),
  },
  {
    rule: 'property-not-on-element',
    what: /^(?:padding|margin|border)[a-z-]* on <(?:img|a|p|div|span|table)>$/,
    ...onCell,
  },
  {
    rule: 'property-not-on-element',
    what: /^(?:padding|margin|width|height|background[a-z-]*) on <(?:body|html)>$/,
    isFollowed: isInWideTable,
    text: 'Put it on a table of `width="100%"` around the whole message.',
    source: 'Cerberus, cerberus-hybrid.html',
  },
]

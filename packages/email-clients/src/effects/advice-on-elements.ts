import type { Advice, AdviceRow } from './advice-row'
import { ghostTable } from './advice-on-properties'
import {
  drawsFill,
  hasAttribute,
  hasFixedTable,
  isAroundFixedTable,
  isBeforeLineForOutlook,
  isCentred,
  isForOutlookAlone,
  isHairMargin,
  needsNoHiding,
} from './in-place/advised-place'

const unsupported = 'declaration-unsupported'
const vmlBackground: Advice = {
  text: 'Repeat the picture with `<v:rect>` and `<v:fill>` in `<!--[if mso]>`, and give the cell a background colour.',
  source: 'HT 2021 (Background properties in VML)',
}
const hideByStyle: Advice = {
  text: 'To hide something, use `display:none`, and `mso-hide:all` for Outlook.',
  source: 'Cerberus, cerberus-hybrid.html',
}

/** Declarations, attributes and elements. */
export const adviceOnElements: readonly AdviceRow[] = [
  {
    rule: unsupported,
    what: /: .*\d(?:rem|vw|vh)\b/,
    text: 'Write sizes in `px`: this unit is not known here.',
    source: 'caniemail css-unit-rem, 2020-02',
  },
  {
    rule: unsupported,
    what: /^border-radius/,
    families: ['word'],
    text: 'Corners are square here. For a round button, draw it with `<v:roundrect>` in `<!--[if mso]>`.',
    source: 'caniemail css-border-radius note 1',
  },
  {
    rule: unsupported,
    what: /^(?:max-width|min-width)/,
    families: ['word'],
    ...ghostTable,
    isFollowed: hasFixedTable,
    isSettled: isAroundFixedTable,
  },
  {
    rule: /^(?:declaration-unsupported|attribute-unsupported|value-refined)$/,
    what: /^background(?:-image|-size|-position|-repeat|: url|$)/,
    families: ['word'],
    ...vmlBackground,
    isFollowed: drawsFill,
  },
  {
    rule: 'dimension-with-unit',
    what: /./,
    text: 'Write the number without its unit: `width="600"`.',
    source: 'foundation-emails 726, 2017-03-09',
  },
  {
    rule: 'table-spacing-in-cells',
    what: /^margin/,
    text: 'Put the space into a cell around the table, or give the cells of the table `margin:0`.',
    source: 'laravel/framework 21647, 2017-10-13',
  },
  {
    rule: 'image-height-freed',
    what: /./,
    text: 'Save the picture in the proportions in which it shall be seen: its height follows from its width here.',
    source: 'email-bugs 93, comment of 2021-07-26',
  },
  {
    rule: 'attribute-unsupported',
    what: /^hidden$/,
    ...hideByStyle,
    isFollowed: isForOutlookAlone,
    isSettled: isForOutlookAlone,
  },
  {
    rule: /^body-(?:replaced|attribute-dropped)$/,
    what: /./,
    text: 'Put the background on a table of `width="100%"` around the whole message, too.',
    source: 'Cerberus, cerberus-hybrid.html',
  },
  {
    rule: 'margin-refused',
    what: /auto$/,
    isFollowed: isCentred,
    isSettled: isCentred,
    text: 'Centre with the attribute: `align="center"` on the table, or on the cell around it.',
    source: 'Cerberus, cerberus-hybrid.html',
  },
  {
    rule: /^(?:margin-refused|value-refused)$/,
    what: /negative/,
    isFollowed: isHairMargin,
    isSettled: isHairMargin,
    text: 'Do without negative margins: order the table cells as they shall stand.',
    source: 'caniemail css-margin note 1, 2019-10',
  },
  {
    rule: 'value-refined',
    what: /^display: block$/,
    text: 'Give the element a table row or a paragraph of its own.',
    source: 'foundation-emails, docs: tips and tricks',
  },
  {
    rule: 'value-refined',
    what: /^display: inline-block$/,
    text: 'Build columns as cells of a table that only Outlook sees, in `<!--[if mso]>`.',
    source: 'Cerberus, cerberus-hybrid.html',
  },
  {
    rule: /^(?:value-refined|declaration-unsupported)$/,
    what: /^display: (?:inline-)?(?:flex|grid)/,
    text: 'Build columns as table cells.',
    source: 'foundation-emails, docs: tips and tricks',
  },
  {
    rule: 'value-refined',
    what: /^font-weight: /,
    text: 'Use `normal` or `bold`: weights below 600 are drawn normal here, others bold.',
    source: 'caniemail css-font-weight note 2, 2022-06',
  },
  {
    rule: 'value-refined',
    what: /^font-size: /,
    text: 'Use sizes in whole or half points, such as `16px` (12 pt) or `14px` (10.5 pt).',
    source: 'ECMA-376 part 1, 17.3.2.38 sz: in half points',
  },
  {
    rule: unsupported,
    what: /^float$/,
    isFollowed: hasAttribute('align'),
    text: 'Use `align="left"` or `align="right"` on the table or the picture.',
    source: 'caniemail css-float note 1',
  },
  {
    rule: /^(?:declaration-unsupported|position-relative)$/,
    what: /^(?:position|top|right|bottom|left|z-index)\b/,
    text: 'Build the layout with table cells; nothing may depend on a position or an overlap.',
    source: 'foundation-emails, docs: tips and tricks',
  },
  {
    rule: unsupported,
    what: /^(?:visibility|overflow|max-height)$/,
    isFollowed: needsNoHiding,
    ...hideByStyle,
  },
  {
    rule: unsupported,
    what: /^(?:border-spacing|table-layout)$/,
    isFollowed: hasAttribute('cellspacing'),
    text: 'Use the attributes of the table: `cellspacing="0"`, and a `width` on each cell.',
    source: 'Cerberus, cerberus-hybrid.html',
  },
  {
    rule: 'inline-important-dropped',
    what: /./,
    text: 'Write the declaration in the `style` attribute without `!important`.',
    source: 'caniemail css-important note 5, 2021-11',
  },
  {
    rule: 'no-text-part',
    what: /./,
    text: 'Send a text part of your own beside the HTML.',
    source: 'RFC 2046 5.1.4',
  },
  {
    rule: 'automatic-text-white',
    what: /./,
    text: 'Give the text a `color`, as six hex digits.',
    source: 'Microsoft, the color auto, 2017-06',
  },
  {
    rule: 'empty-paragraph-dropped',
    what: /./,
    text: 'Draw a line with the border of a table cell, or put `&nbsp;` into the paragraph.',
    source: 'mjmlio/mjml 747, 2017-07-19',
    isFollowed: isBeforeLineForOutlook,
    isSettled: isBeforeLineForOutlook,
  },
  {
    rule: 'empty-cell-has-line',
    what: /./,
    text: 'Give empty cells `font-size:0;line-height:0` and a height.',
    source: 'Cerberus, issue 70, 2016-07-26',
  },
  {
    rule: 'link-detected',
    what: /./,
    text: 'Make it a link of your own with the colour that it shall have.',
    source: 'EoA 2018 (12 things about Gmail) 10',
  },
  {
    rule: 'height-renamed',
    what: /./,
    text: 'Depend on no `height`: let the content and padding make it.',
    source: 'email-bugs 9, 2015-12-17',
  },
  {
    rule: 'rule-lost-behind-comment',
    what: /./,
    text: 'Put no comment before a rule of a style sheet: it takes the rule with it.',
    source: 'email-bugs 25, 2017-02-22',
  },
  {
    rule: /^(?:invalid-link-shown|empty-link-removed)$/,
    what: /./,
    text: 'Fill in every address before you send: each begins with `https:`, `mailto:` or `tel:`.',
    source: 'foundation-emails, docs: button',
  },
]

import type { Family } from '../email-client'
import type { Citation } from '../sources/sources'

export interface Advice {
  text: string
  source: Citation
}

interface AdviceRow extends Advice {
  rule: string | RegExp
  what: RegExp
  families?: readonly Family[]
}

const unsupported = 'declaration-unsupported'
const fluid: Advice = {
  text: 'Let blocks fit narrow windows without a media query: `width:100%` with `max-width`, columns as `inline-block`, and a table of fixed width for Outlook in `<!--[if mso]>`.',
  source: 'Cerberus, cerberus-hybrid.html',
}
const fallbackFont: Advice = {
  text: 'Name a common font after the web font in every `font-family`.',
  source: 'Cerberus, cerberus-hybrid.html',
}
const styleInline: Advice = {
  text: 'Write the declarations into the `style` attribute of the elements, and keep `<style>` for what may be lost.',
  source: 'foundation-emails, docs: tips and tricks',
}
const vmlBackground: Advice = {
  text: 'Repeat the picture with `<v:rect>` and `<v:fill>` in `<!--[if mso]>`, and give the cell a background colour.',
  source: 'HT 2021 (Background properties in VML)',
}
const sizeByAttribute: Advice = {
  text: 'Give the picture its size as attributes: `width="600"`, and `height` if it must be fixed.',
  source: 'Cerberus, cerberus-hybrid.html',
}
const onCell: Advice = {
  text: 'Put it on a table cell around the element: `<td style="padding:…">`.',
  source: 'caniemail css-padding note 1, 2019-07',
}
const ghostTable: Advice = {
  text: 'Put the block into a table with `width="600"` that only Outlook sees, between `<!--[if mso]>` and `<![endif]-->`.',
  source: 'Cerberus, cerberus-hybrid.html',
}

/** For the changes that public templates meet most (`npm run bench -- effects`). The first fitting row counts. */
export const adviceRows: readonly AdviceRow[] = [
  { rule: 'at-rule-unsupported', what: /^@media$/, ...fluid },
  {
    rule: 'media-query-unsupported',
    what: /prefers-color-scheme/,
    text: 'Choose colours and pictures that hold on light and on dark ground, as this query is not read here.',
    source: 'Litmus',
  },
  { rule: 'media-query-unsupported', what: /./, ...fluid },
  { rule: 'at-rule-unsupported', what: /^@(?:import|font-face)$/, ...fallbackFont },
  { rule: 'element-unsupported', what: /^<link>$/, ...fallbackFont },
  {
    rule: /^(?:font-missing|web-font-ignored)$/,
    what: /./,
    text: 'Set a common font for Outlook alone: a `<style>` with `font-family` in `<!--[if mso]>`.',
    source: 'Cerberus, cerberus-hybrid.html',
  },
  { rule: 'font-substituted', what: /./, ...fallbackFont },
  { rule: 'style-unsupported', what: /./, ...styleInline },
  {
    rule: 'selector-unsupported',
    what: /\[/,
    text: 'Select by a class of its own: `.full-width` instead of `[class="full-width"]`.',
    source: 'Google, CSS support in Gmail',
  },
  {
    rule: 'selector-unsupported',
    what: /:(?:hover|visited|active|focus)/,
    text: 'Write the look at rest into the `style` attribute; the other states are an addition that may be missing.',
    source: 'Cerberus, cerberus-hybrid.html',
  },
  {
    rule: unsupported,
    what: /^border-radius/,
    families: ['word'],
    text: 'Corners are square here. For a round button, draw it with `<v:roundrect>` in `<!--[if mso]>`.',
    source: 'caniemail css-border-radius note 1',
  },
  { rule: unsupported, what: /^(?:max-width|min-width)/, families: ['word'], ...ghostTable },
  { rule: 'property-not-on-element', what: /^(?:max-|min-)?width on <(?!img|body)/, ...ghostTable },
  {
    rule: /^(?:declaration-unsupported|attribute-unsupported|value-refined)$/,
    what: /^background(?:-image|-size|-position|-repeat|: url|$)/,
    families: ['word'],
    ...vmlBackground,
  },
  { rule: 'property-not-on-element', what: /^(?:max-)?(?:width|height) on <img>$/, ...sizeByAttribute },
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
    rule: 'property-not-on-element',
    what: /^(?:padding|margin|border)[a-z-]* on <(?:img|a|p|div|span|table)>$/,
    ...onCell,
  },
  {
    rule: 'property-not-on-element',
    what: /^(?:padding|margin|width|height|background[a-z-]*) on <(?:body|html)>$/,
    text: 'Put it on a table of `width="100%"` around the whole message.',
    source: 'Cerberus, cerberus-hybrid.html',
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
    text: 'Centre with the attribute: `align="center"` on the table, or on the cell around it.',
    source: 'Cerberus, cerberus-hybrid.html',
  },
  {
    rule: /^(?:margin-refused|value-refused)$/,
    what: /negative/,
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
    text: 'To hide something, use `display:none`, and `mso-hide:all` for Outlook.',
    source: 'Cerberus, cerberus-hybrid.html',
  },
  {
    rule: unsupported,
    what: /^(?:border-spacing|table-layout)$/,
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

import type { Advice, AdviceRow } from './advice-row'
import { namesOtherFont, setsColumnsOrFonts } from './in-place/advised-place'

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

/** Style sheets, their rules and fonts. */
export const adviceOnStyleSheets: readonly AdviceRow[] = [
  {
    rule: 'at-rule-unsupported',
    what: /^@media$/,
    ...fluid,
    isFollowed: setsColumnsOrFonts,
    isSettled: setsColumnsOrFonts,
  },
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
  { rule: 'font-substituted', what: /./, ...fallbackFont, isFollowed: namesOtherFont },
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
]

import type { RuleSource } from '../rule'

export const templateLanguages: readonly RuleSource[] = [
  { title: 'Mailchimp: merge tags', url: 'https://mailchimp.com/help/all-the-merge-tags-cheat-sheet/' },
  { title: 'Handlebars', url: 'https://handlebarsjs.com/guide/expressions.html' },
  {
    title: 'Smarty: variables',
    url: 'https://smarty-php.github.io/smarty/stable/designers/language-basic-syntax/language-syntax-variables',
  },
  {
    title: 'FreeMarker: interpolations',
    url: 'https://freemarker.apache.org/docs/dgui_template_valueinsertion.html',
  },
  {
    title: 'Jakarta Expression Language',
    url: 'https://jakarta.ee/specifications/expression-language/5.0/jakarta-expression-language-spec-5.0.pdf',
  },
]

const mergeTag =
  /\{\{\{?[^{}\n]{1,200}\}?\}\}|\{%[^%\n]{1,200}%\}|<%[^%\n]{1,200}%>|\*\|[^|*\n]{1,200}\|\*|%%[^%\n]{1,200}%%|\[\[[^[\]\n]{1,200}\]\]|\{\$[a-z_][^{}\n]{0,200}\}|[$#]\{\s{0,9}[a-z_][^{}\n]{0,200}\}/gi

export function* mergeTagsIn(text: string): Generator<{ tag: string; start: number }> {
  for (const { 0: tag, index } of text.matchAll(mergeTag)) yield { tag, start: index }
}

/** Too much like ordinary text to be searched for outside of addresses. */
const addressOnlyTag = /%(?![0-9a-f]{2})[a-z_][\w.-]{1,100}%|^\[!?[^[\]\n]{1,100}\]$/i

export function mergeTagInAddress(address: string): string | null {
  const text = address.trim().slice(0, 4_000)
  return text.match(mergeTag)?.[0] ?? addressOnlyTag.exec(text)?.[0] ?? null
}

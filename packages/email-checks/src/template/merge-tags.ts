import type { RuleSource } from '../rule'

/** Where the placeholders of the most used languages are described. */
export const templateLanguages: readonly RuleSource[] = [
  { title: 'Mailchimp: merge tags', url: 'https://mailchimp.com/help/all-the-merge-tags-cheat-sheet/' },
  { title: 'Handlebars', url: 'https://handlebarsjs.com/guide/expressions.html' },
]

/** A placeholder of the usual template languages; none within `<style>`, where braces are CSS. */
const mergeTag =
  /\{\{\{?[^{}\n]{1,200}\}?\}\}|\{%[^%\n]{1,200}%\}|<%[^%\n]{1,200}%>|\*\|[^|*\n]{1,200}\|\*|%%[^%\n]{1,200}%%|\[\[[^[\]\n]{1,200}\]\]/g

/** The placeholders in a text, with their offsets. */
export function* mergeTagsIn(text: string): Generator<{ tag: string; start: number }> {
  for (const { 0: tag, index } of text.matchAll(mergeTag)) yield { tag, start: index }
}

/** Placeholders that are too much like ordinary text to be looked for anywhere but in addresses. */
const inAddress = /\$\{[^{}\n]{1,200}\}|%(?![0-9a-f]{2})[a-z_][\w.-]{1,100}%|^\[!?[^[\]\n]{1,100}\]$/i

/** The first placeholder in an address. Null if it has none. */
export function mergeTagInAddress(address: string): string | null {
  const text = address.trim().slice(0, 4_000)
  return text.match(mergeTag)?.[0] ?? inAddress.exec(text)?.[0] ?? null
}

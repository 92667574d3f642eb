/** A byte order mark and blanks, a comment, a doctype or an XML declaration. */
const beforeRoot = /\s+|<!--[^]*?-->|<[?!](?!--)[^>]*>/y

/** Whether the root element is `<mjml>`, a language that compiles to the HTML of emails. */
export function isMjml(source: string): boolean {
  beforeRoot.lastIndex = 0
  let start = 0
  while (beforeRoot.test(source)) start = beforeRoot.lastIndex
  return /^<mjml[\s/>]/i.test(source.slice(start, start + '<mjml>'.length))
}

import { compile } from 'html-to-text'
import { attachmentText } from './append-attachments'
import { ChangeLog } from './change-log'
import type { EmailContent, Emulation } from './emulated-document'
import type { TextProfile } from './profile'
import { wrapText } from './wrap-text'

export function emulateText(
  { columns }: Pick<TextProfile, 'columns'>,
  { html, plainText, attachedImages = [], attachments = [] }: EmailContent,
): Emulation {
  const changes = new ChangeLog(false)
  let text = plainText ?? ''
  if (text.trim() === '' && html !== null) {
    text = textFromHtml(html)
    const what = 'text made from the HTML part'
    changes.record({ rule: 'no-text-part', what, source: 'RFC 2046 5.1.4: shows the best part it can' }, null)
  }
  // A terminal shows an attached picture by its name, as it shows an image of the HTML by its alternative text.
  for (const { name } of attachedImages) text += `\n[${name === '' ? 'image' : name}]\n`
  for (const attachment of attachments) text += `\n[${attachmentText(attachment)}]\n`
  return { document: { kind: 'text', text: wrapText(text, columns), columns }, changes: changes.list() }
}

/** Characters of HTML. The rest would be far below any picture's end. */
const maxInputLength = 1_000_000

const convert = compile({
  formatters: {
    alternativeText: (element, _walk, builder) => {
      const alternative = (element.attribs as Record<string, string | undefined>).alt?.trim()
      if (alternative) builder.addInline(`[${alternative}]`)
    },
  },
  // `wrapText` wraps later, by columns and not by characters.
  wordwrap: false,
  limits: { maxDepth: 200, maxChildNodes: 20_000 },
  selectors: [
    {
      selector: 'a',
      options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true, linkBrackets: ['<', '>'] },
    },
    { selector: 'img', format: 'alternativeText' },
    ...['td', 'th'].map((selector) => ({ selector, format: 'block' })),
    ...['title', 'style', 'script', 'head', 'template'].map((selector) => ({ selector, format: 'skip' })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
})

/** Links follow their text, lists have bullets. */
function textFromHtml(html: string): string {
  return convert(html.slice(0, maxInputLength))
}

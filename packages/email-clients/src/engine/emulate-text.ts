import { ChangeLog } from './change-log'
import type { EmailContent, Emulation } from './emulated-document'
import type { TextProfile } from './profile'
import { textFromHtml } from './text-from-html'
import { wrapText } from './wrap-text'

/** Returns the text part of an email, or a text made from its HTML, wrapped for a terminal. */
export function emulateText(
  { columns }: Pick<TextProfile, 'columns'>,
  { html, plainText, attachedImages = [] }: EmailContent,
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
  return { document: { kind: 'text', text: wrapText(text, columns), columns }, changes: changes.list() }
}

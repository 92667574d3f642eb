import { ChangeLog } from '../../engine/change-log'
import type { Profile } from '../../engine/profile'
import { textFromHtml } from '../../engine/text-from-html'
import { wrapText } from '../../engine/wrap-text'

/** Engineering default: the width text terminals have had since the VT100. */
export const columns = 80

/** A client that shows text only: the text part, or what it makes of the HTML when there is none. */
export const plainText: Profile = ({ html, plainText: textPart, attachedImages = [] }) => {
  const changes = new ChangeLog(false)
  let text = textPart ?? ''
  if (text.trim() === '' && html !== null) {
    text = textFromHtml(html)
    const what = 'text made from the HTML part'
    changes.record({ rule: 'no-text-part', what, source: 'RFC 2046 5.1.4: shows the best part it can' }, null)
  }
  // As the alternative text of a picture in HTML: what a terminal can show of it.
  for (const { name } of attachedImages) text += `\n[${name === '' ? 'image' : name}]\n`
  return { document: { kind: 'text', text: wrapText(text, columns), columns }, changes: changes.list() }
}

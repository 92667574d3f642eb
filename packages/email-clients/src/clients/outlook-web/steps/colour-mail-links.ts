import { elementsIn, findAttribute, placeOf } from '../../../engine/html-tree'
import { InlineDeclarations } from '../../../engine/inline-declarations'
import type { Step } from '../../../engine/message'

const kind = {
  rule: 'mail-link-coloured',
  what: '<a href="mailto:">',
  source: 'email-bugs 107, 2022-01-06; assumed: that it is still so, and the same in the dark',
} as const

export const colourMailLinks: Step = (message) => {
  const inline = new InlineDeclarations(message)
  for (const element of elementsIn(message.body)) {
    if (element.tagName !== 'a') continue
    if (!/^\s*mailto:/i.test((findAttribute(element, 'href') ?? '').slice(0, 64))) continue
    if (message.changes.record(kind, placeOf(element, 'href'))) inline.add(element, 'color:#0078d4!important')
  }
  inline.finish()
}

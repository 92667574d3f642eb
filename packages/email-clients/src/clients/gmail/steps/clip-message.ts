import type { SourceStep } from '../../../engine/message'
import { placesIn } from '../../../references/places-in'

/**
 * Counted in the HTML as sent (email-bugs 41, 2018-05), also on iOS (email-bugs 113) and Android
 * (unlayer/react-email-editor 445). The page behind the link loses the styles (email-bugs 56).
 */
export const maxShownBytes = 102 * 1024

export const clipMessage: SourceStep = (source) => {
  const { html, changes } = source
  // A character takes at least a byte, so all that can be shown is in this slice.
  const head = html.slice(0, maxShownBytes + 1)
  if (head.length === html.length && Buffer.byteLength(head) <= maxShownBytes) return
  const halfCharacter = /\ufffd$/
  let shown = Buffer.from(head).subarray(0, maxShownBytes).toString().replace(halfCharacter, '')
  const lastTag = shown.lastIndexOf('<')
  const isTagCut = lastTag > shown.lastIndexOf('>')
  if (isTagCut) shown = shown.slice(0, lastTag)
  changes.record(
    {
      rule: 'message-clipped',
      what: 'the end of the message',
      source: 'email-bugs 41, 2018-05-17; email-bugs 113, 2022-04-02',
    },
    placesIn(shown)(shown.length),
  )
  source.html = shown
  source.clipped = true
}

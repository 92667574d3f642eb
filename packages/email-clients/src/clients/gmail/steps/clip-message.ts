import type { SourceStep } from '../../../engine/message'
import { placesIn } from '../../../engine/places-in'

/** EB#41, 2018-05: beyond 102 KB of HTML Gmail shows "[Message clipped]" and a link. Measured on the HTML as sent. */
export const maxShownBytes = 102 * 1024

/** Cuts the HTML where Gmail stops showing it, in front of a tag it would cut in two. */
export const clipMessage: SourceStep = (source) => {
  const { html, changes } = source
  // No character takes less than a byte, so what fits is within this slice.
  const head = html.slice(0, maxShownBytes + 1)
  if (head.length === html.length && Buffer.byteLength(head) <= maxShownBytes) return
  let shown = Buffer.from(head)
    .subarray(0, maxShownBytes)
    .toString()
    .replace(/\ufffd$/, '')
  const lastTag = shown.lastIndexOf('<')
  if (lastTag > shown.lastIndexOf('>')) shown = shown.slice(0, lastTag)
  changes.record(
    { rule: 'message-clipped', what: 'the end of the message', source: 'email-bugs 41, 2018-05-17' },
    placesIn(shown)(shown.length),
  )
  source.html = shown
  source.clipped = true
}

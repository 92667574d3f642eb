import { readCmsContent } from './read-cms'
import { readTnef } from './read-tnef'
import type { MessagePart } from './message-part'
import { partsOfTnef } from './tnef-parts'

const cmsType = /^application\/(?:x-)?pkcs7-mime$/
const tnefType = /^application\/(?:vnd\.)?ms-tnef$/

/** Gives a leaf that is a message, an opaque signature or a winmail.dat its parts. `split` may throw a limit's error. */
export function unwrapPart(part: MessagePart, split: (entity: Buffer) => MessagePart): void {
  const { contentType, fileName } = part
  if (contentType === 'message/rfc822' && !part.isAttachment && part.body.length > 0) {
    part.parts.push(split(part.body))
    part.wrapped = 'message'
  } else if (cmsType.test(contentType) || /\.p7m$/i.test(fileName)) {
    const content = readCmsContent(part.body)
    if (content === null || content.length === 0) return
    part.parts.push(split(content))
    part.wrapped = 'cms'
  } else if (tnefType.test(contentType) || /^winmail\.dat$/i.test(fileName)) {
    const tnef = readTnef(part.body)
    if (!tnef) return
    part.parts.push(...partsOfTnef(tnef))
    part.wrapped = part.parts.length > 0 ? 'tnef' : null
  }
}

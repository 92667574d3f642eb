import { decodeBase64 } from './decode-base64'
import { beginsHeader } from './header-fields'
import { readCmsContent } from './read-cms'
import { readTnef } from './read-tnef'
import { isMessage, type MessagePart } from './message-part'
import { partsOfTnef } from './tnef-parts'

const cmsType = /^application\/(?:(?:x-)?pkcs7-mime|cms)$/
const tnefType = /^application\/(?:vnd\.)?ms-tnef$/

/**
 * Gives a leaf that is a message, an opaque signature or a winmail.dat its parts. `split` and `countParts` may throw a
 * limit's error. `isWhole`: the leaf is the whole message.
 */
export function unwrapPart(
  part: MessagePart,
  isWhole: boolean,
  {
    split,
    countParts,
    left,
    opensAttached,
  }: {
    split: (entity: Buffer) => MessagePart
    countParts: (parts: number) => void
    left: { rtfBytes: number }
    opensAttached: boolean
  },
): void {
  const { contentType, fileName } = part
  if (isMessage(part) && (!part.isAttachment || opensAttached) && part.body.length > 0) {
    part.parts.push(split(part.body))
    part.wrapped = 'message'
  } else if (cmsType.test(contentType) || /\.p7m$/i.test(fileName)) {
    const content = readCmsContent(part.body) ?? readCmsContent(withoutArmour(part.body))
    // A signed document, such as an invoice, stays an attachment.
    if (content === null || content.length === 0 || !(isWhole || isEntity(content))) return
    part.parts.push(split(content))
    part.wrapped = 'cms'
  } else if (tnefType.test(contentType) || /^winmail\.dat$/i.test(fileName)) {
    const tnef = readTnef(part.body)
    if (!tnef) return
    countParts(tnef.attachments.length)
    part.parts.push(...partsOfTnef(tnef, left))
    part.wrapped = part.parts.length > 0 ? 'tnef' : null
  }
}

/** Base64 of which the header tells nothing, also between the lines of PEM. */
function withoutArmour(body: Buffer): Buffer {
  const start = body.subarray(0, 11).equals(Buffer.from('-----BEGIN ')) ? body.indexOf(0x0a) + 1 : 0
  return decodeBase64(body.subarray(start))
}

const isEntity = (content: Buffer): boolean =>
  beginsHeader(content.toString('latin1', 0, 1_000)) &&
  /^content-type[ \t]*:/im.test(content.toString('latin1', 0, 8_192).split(/\r?\n\r?\n/, 1)[0] ?? '')

import { addressParser } from 'postal-mime'
import { decodeAround, decodeHeaderText } from './decode-header-text'
import type { MessagePart } from './message-part'
import { charsetOf } from './part-charset'

export interface Envelope {
  subject: string | null
  fromAddress: string | null
  fromDisplayName: string | null
  /** Addresses of `To`, `Cc` and `Bcc`, in lower case. */
  recipients: string[]
}

/** Read before decoding. No real subject or name is longer. */
const maxHeaderLength = 10_000
/** As many as an SMTP session may name (RFC 5321 §4.5.3.1.8). */
const maxRecipients = 100

export function readEnvelope(root: MessagePart): Envelope {
  const charset = messageCharset(root)
  const field = (name: string): string => root.header(name).slice(0, maxHeaderLength)
  const [from] = readAddresses(field('from'), charset)
  const recipients = ['to', 'cc', 'bcc'].flatMap((name) =>
    readAddresses(field(name), charset).flatMap(({ address }) => (address ? [address.toLowerCase()] : [])),
  )
  return {
    recipients: [...new Set(recipients)].slice(0, maxRecipients),
    subject: unlessEmpty(decodeHeaderText(field('subject'), charset)),
    fromAddress: unlessEmpty(from?.address),
    fromDisplayName: unlessEmpty(from?.name),
  }
}

/** That of the message's `Content-Type`, or of its first text, or HTML. */
function messageCharset(root: MessagePart): string | null {
  const waiting = [root]
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    const charset = charsetOf(part)
    if (charset !== null) return charset
    waiting.push(...part.parts.toReversed())
  }
  return null
}

interface FoundAddress {
  address: string
  name: string
}

// Private characters: a decoded name may have commas and brackets, which must not separate addresses.
const [wordBegins, wordEnds] = ['\ue000', '\ue001']
const keptWord = /\ue000(\d{1,5})\ue001/g

function readAddresses(field: string, charset: string | null): FoundAddress[] {
  const words: string[] = []
  const text = decodeAround(field, charset, (word) => {
    words.push(word)
    return `${wordBegins}${words.length - 1}${wordEnds}`
  })
  const restored = (part: string | undefined): string =>
    (part ?? '')
      .replace(keptWord, (_match, index: string) => words[Number(index)] ?? '')
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
  return addressParser(text, { flatten: true }).map((found) => {
    const name = restored(found.name)
    const address = restored(found.address)
    // Some senders encode the address with the name.
    const [inName] =
      address === '' && /<[^<>@]*@[^<>]*>/.test(name) ? addressParser(name, { flatten: true }) : []
    return inName ? { address: inName.address ?? '', name: inName.name } : { address, name }
  })
}

const unlessEmpty = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text

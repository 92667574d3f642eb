import { createHash } from 'node:crypto'
import { fieldsOf, isOfEveryCopy } from '@pas/email-checks/headers/header-fields'
import type { FrozenEmail } from '@pas/emails/frozen-email'

/** They sign a message as it was sent, and would not match this one. */
const signatures = /^(?:x-)?(?:dkim|domainkey|google-dkim)-/

/**
 * What spamd gets (RFC 5322): the header as sent, or made of an email's JSON members, and the text and HTML. Fields
 * that mail servers add are added, because their absence costs points.
 */
export function spamMessageOf(email: FrozenEmail): Buffer {
  const { structure, htmlText, plainText } = email
  const fields = structure ? fieldsOfHeader(structure.header) : fieldsOfMembers(email)
  const parts = [
    ...(plainText !== null || htmlText === null ? [writePart('text/plain', plainText ?? '')] : []),
    ...(htmlText !== null ? [writePart('text/html', htmlText)] : []),
  ]
  // Fields of a sent header are bytes, each as one character.
  const header = Buffer.from(`${[...fields, 'MIME-Version: 1.0'].join('\r\n')}\r\n`, 'latin1')
  const body = parts.length === 1 ? (parts[0] ?? '') : writeAlternatives(parts)
  return Buffer.concat([header, Buffer.from(body)])
}

/** Fields of every copy, and those that mail servers add. The Message-ID is made of `seed`. */
const fieldsOfHeader = (header: string, seed = header): string[] => {
  const sent = fieldsOf(header).filter(({ name }) => isOfEveryCopy(name) && !signatures.test(name))
  const names = new Set(sent.map(({ name }) => name))
  return [
    ...sent.map(({ span }) => inCrlf(header.slice(span.start, span.end))),
    ...fieldsOfMailServers(seed).filter((field) => !names.has(nameOf(field))),
  ]
}

const nameOf = (field: string): string => field.slice(0, field.indexOf(':')).toLowerCase()

const fieldsOfMembers = ({
  subject,
  fromAddress,
  fromDisplayName,
  keptHeader = '',
}: FrozenEmail): string[] => {
  const address = inBytes(fromAddress?.replace(/[\s<>\0]/g, '') ?? '') || 'sender@example.com'
  return [
    `From: ${writePhrase(fromDisplayName ?? '')}<${address}>`,
    `Subject: ${encodeWords(subject ?? '')}`,
    ...fieldsOfHeader(keptHeader, `${subject} ${address}`),
  ]
}

/** RFC 6409 §8. The same email has the same fields every time. */
const fieldsOfMailServers = (seed: string): string[] => [
  'To: Reader <reader@example.com>',
  // Rules compare it with the time of Received fields, of which there are none.
  'Date: Thu, 01 Jan 2026 12:00:00 +0000',
  `Message-ID: <${hashOf(seed)}@example.com>`,
]

function writePhrase(name: string): string {
  if (name.trim() === '') return ''
  return isPrintable(name) ? `"${name.replace(/["\\]/g, String.raw`\$&`)}" ` : `${encodeWords(name)} `
}

/** RFC 2047 §2: encoded words of at most 75 characters; printable ASCII stays as it is. */
function encodeWords(text: string): string {
  const line = text.replace(/[\r\n\0]+/g, ' ')
  if (isPrintable(line)) return line
  const pieces = line.match(/.{1,11}/gsu) ?? []
  return pieces.map((piece) => `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`).join('\r\n ')
}

/** UTF-8, each byte as one character. */
const inBytes = (text: string): string => Buffer.from(text).toString('latin1')

const isPrintable = (text: string): boolean => /^[ -~]*$/.test(text)

/** Leaves the text unencoded: base64, for example, would cost points. */
const writePart = (contentType: string, text: string): string =>
  `Content-Type: ${contentType}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${inCrlf(text)}\r\n`

function writeAlternatives(parts: readonly string[]): string {
  const boundary = `=_${hashOf(parts.join(''))}`
  return [
    `Content-Type: multipart/alternative; boundary="${boundary}"\r\n\r\n`,
    ...parts.map((part) => `--${boundary}\r\n${part}`),
    `--${boundary}--\r\n`,
  ].join('')
}

const inCrlf = (text: string): string => text.replace(/\r\n|\r|\n/g, '\r\n')

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

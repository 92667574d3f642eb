import { decodeHeaderText } from './decode-header-text'
import { decodeText } from './decode-text'

/** `text/html; charset=utf-8`: the value in lower case, and the parameters by their names in lower case. */
export interface HeaderValue {
  value: string
  parameters: ReadonlyMap<string, string>
}

/** More than any real field has; each is looked at again when pieces are joined. */
const maxParameters = 1_000

/**
 * RFC 2045 §5.1, with what senders write instead: comments, and blanks in place of semicolons. `charset` is that of
 * bytes beyond ASCII. Linear time.
 */
export function readHeaderValue(field: string, charset: string | null): HeaderValue {
  const text = withoutComments(field)
  const { value: sentValue, end: valueEnd } = readValue(text)
  const sent = new Map<string, string>()
  let at = valueEnd
  while (at < text.length && sent.size < maxParameters) {
    const { name, value, end } = readParameter(text, at)
    if (name !== '' && !sent.has(name)) sent.set(name, value)
    at = end
  }
  return { value: sentValue.trim().toLowerCase(), parameters: joinPieces(sent, charset) }
}

/** RFC 5322 §3.2.2: parentheses outside quotes. One that is never closed is text. */
function withoutComments(field: string): string {
  if (!field.includes('(')) return field
  const kept: string[] = []
  let isQuoted = false
  let depth = 0
  let opened = 0
  let from = 0
  for (let at = 0; at < field.length; at++) {
    const character = field[at]
    if (character === '\\' && (isQuoted || depth > 0)) at++
    else if (character === '"' && depth === 0) isQuoted = !isQuoted
    else if (character === '(' && !isQuoted) {
      if (depth++ === 0) opened = at
    } else if (character === ')' && depth > 0 && --depth === 0) {
      kept.push(field.slice(from, opened), ' ')
      from = at + 1
    }
  }
  return [...kept, field.slice(from)].join('').trim()
}

const typeWithBlanks = /^"?([\w!#$&^.+-]{1,80})\s*\/\s*([\w!#$&^.+-]{1,80})(?=["\s;,:]|$)/

/** The value ends at a blank, a semicolon, or what some senders write instead. */
function readValue(text: string): { value: string; end: number } {
  const [whole, type, subtype] = typeWithBlanks.exec(text) ?? []
  if (whole !== undefined) return { value: `${type}/${subtype}`, end: whole.length }
  const end = text.search(/[;,\s]/)
  return end < 0 ? { value: text, end: text.length } : { value: text.slice(0, end), end }
}

const parameterName = /[;,:"\s]*([^\s;=]*)\s*/y
/** What may follow a blank in a value without quotes: the next parameter, where a semicolon is missing. */
const nextParameter = /[\w!#$&+.^*-]{1,80}=/y

function readParameter(text: string, start: number): { name: string; value: string; end: number } {
  parameterName.lastIndex = start
  const [whole = '', name = ''] = parameterName.exec(text) ?? []
  let at = start + whole.length
  if (text[at] !== '=') return { name: name.toLowerCase(), value: '', end: Math.max(at, start + 1) }
  at = skipBlanks(text, at + 1)
  const { value, end } = text[at] === '"' ? readQuoted(text, at + 1) : readUnquoted(text, at)
  return { name: name.toLowerCase(), value, end }
}

function readQuoted(text: string, start: number): { value: string; end: number } {
  const characters: string[] = []
  let at = start
  for (; at < text.length && text[at] !== '"'; at++) {
    // Windows' paths have backslashes that quote nothing.
    if (text[at] === '\\' && /["\\]/.test(text[at + 1] ?? '')) at++
    characters.push(text[at] ?? '')
  }
  return { value: characters.join(''), end: at + 1 }
}

function readUnquoted(text: string, start: number): { value: string; end: number } {
  let at = start
  while (at < text.length && text[at] !== ';') {
    const next = skipBlanks(text, at)
    nextParameter.lastIndex = next
    if (next > at && nextParameter.test(text)) break
    at = Math.max(next, at + 1)
  }
  return { value: text.slice(start, at).trim(), end: at }
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (/\s/.test(text[at] ?? '')) at++
  return at
}

interface Pieces {
  charset: string | null
  pieces: { at: number; value: string; isEncoded: boolean }[]
}

/** RFC 2231 §3 and 4: `name*0*=utf-8''%41; name*1=b`. Such a value wins over one without an asterisk. */
function joinPieces(sent: ReadonlyMap<string, string>, charset: string | null): Map<string, string> {
  const parameters = new Map<string, string>()
  const inPieces = new Map<string, Pieces>()
  for (const [key, value] of sent) {
    const [, name = '', number, star] = /^([^*]+)(?:\*(\d{1,4}))?(\*)?$/.exec(key) ?? []
    if (name === '') continue
    if (number === undefined && star === undefined) {
      // Encoded words are not allowed here (RFC 2047 §5), but frequent.
      parameters.set(name, decodeHeaderText(value, charset))
      continue
    }
    const entry: Pieces = inPieces.get(name) ?? { charset: null, pieces: [] }
    inPieces.set(name, entry)
    const at = Number(number ?? 0)
    const beginsCharset = star !== undefined && at === 0
    const [, named, text] = (beginsCharset ? /^([^']*)'[^']*'(.*)$/s.exec(value) : null) ?? []
    if (named !== undefined) entry.charset = named === '' ? 'utf-8' : named
    entry.pieces.push({ at, value: text ?? value, isEncoded: star !== undefined })
  }
  for (const [name, { charset: named, pieces }] of inPieces) {
    const ordered = pieces.toSorted((one, other) => one.at - other.at)
    const joined = ordered.map(({ value, isEncoded }) => (isEncoded ? decodePercents(value) : value)).join('')
    const value =
      named === null
        ? decodeHeaderText(joined, charset)
        : decodeText({ bytes: Buffer.from(joined, 'latin1'), charset: named })
    parameters.set(name, value)
  }
  return parameters
}

const decodePercents = (text: string): string =>
  text.replace(/%([\da-f]{2})/gi, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

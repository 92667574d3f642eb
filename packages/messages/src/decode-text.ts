import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'

export interface EncodedText {
  bytes: Buffer
  charset: string | null
}

/**
 * Bytes of no or an unknown charset are read as UTF-8, or else as GBK or Windows-1252. Drops a byte order mark. Never
 * throws.
 */
export function decodeText({ bytes, charset }: EncodedText): string {
  const marked = byteOrderMark(bytes)
  if (marked) return withoutMark(iconv.decode(bytes, marked))
  const label = (charset ?? 'utf-8').trim().toLowerCase()
  const text =
    decodeShifted(bytes, label) ??
    (charset === null ? null : decodeAs(bytes, label)) ??
    decodeUndeclared(bytes)
  return withoutMark(text)
}

/** Null for a charset in which bytes are not always the same for a text. */
export function encodeText(text: string, charset: string | null): Buffer | null {
  const label = (charset ?? 'utf-8').trim().toLowerCase()
  if (isUtf8Label(label)) return Buffer.from(text)
  for (const name of namesOf(label)) {
    if (/^(?:iso-?2022|hz|utf)/.test(name)) return null
    if (iconv.encodingExists(name)) return iconv.encode(text, name)
  }
  return null
}

const isUtf8Label = (label: string): boolean =>
  /^(?:utf[-_]?8(?:-sig)?|(?:us-)?ascii|ansi_x3\.4-19(?:68|86)|iso646-us|unicode-1-1-utf-8)$/.test(label)

/** iconv-lite adds UTF-7, UTF-32, DOS and Macintosh code pages to the charsets of browsers. Null for unknown ones. */
function decodeAs(bytes: Buffer, label: string): string | null {
  if (isUtf8Label(label)) return decodeUtf8(bytes)
  // Without a byte order mark WHATWG's Encoding standard assumes little endian and RFC 2781 big endian. iconv-lite
  // guesses from the text.
  if (label === 'utf-16' || label === 'ucs-2' || label === 'iso-10646-ucs-2')
    return iconv.decode(bytes, 'utf-16')
  for (const name of namesOf(label)) {
    try {
      const decoder = decoderOf(name)
      return decoder.encoding === 'windows-1252' ? decodeWindows1252(bytes) : decoder.decode(bytes)
    } catch {
      if (iconv.encodingExists(name)) return iconv.decode(bytes, name)
    }
  }
  return null
}

/** Making one takes longer than decoding a word. */
const decoders = new Map<string, InstanceType<typeof TextDecoder>>()

function decoderOf(name: string): InstanceType<typeof TextDecoder> {
  const decoder = decoders.get(name) ?? new TextDecoder(name)
  // There are some 200 labels, in upper and lower case.
  if (decoders.size < 500) decoders.set(name, decoder)
  return decoder
}

/** Names to try: as sent, an alias, without the prefixes `x-` and `cs`, as a code page. */
function namesOf(label: string): string[] {
  const bare = label.replace(/^(?:x-|cs)/, '').replace(/^mac-?/, 'mac')
  const codePage = /^(?:cp|ms|ibm|dos|windows|win)[-_]?(\d{3,5})$/.exec(bare)?.[1]
  return [
    label,
    ...(Object.hasOwn(aliases, bare) ? [aliases[bare] ?? label] : []),
    bare,
    ...(codePage === undefined ? [] : [`windows-${codePage}`, `cp${codePage}`]),
  ]
}

const aliases: Readonly<Record<string, string>> = {
  'iso-2022-jp-1': 'iso-2022-jp',
  'iso-2022-jp-2': 'iso-2022-jp',
  'iso-2022-jp-3': 'iso-2022-jp',
  'iso-2022-jp-ms': 'iso-2022-jp',
  jis: 'iso-2022-jp',
  cp50220: 'iso-2022-jp',
  cp50221: 'iso-2022-jp',
  cp50222: 'iso-2022-jp',
  cp51932: 'euc-jp',
  cp932: 'shift_jis',
  macjapanese: 'shift_jis',
  maccentraleurope: 'maccenteuro',
  maccentraleurroman: 'maccenteuro',
  macce: 'maccenteuro',
  macchinesesimp: 'gbk',
  macchinesetrad: 'big5',
  mackorean: 'euc-kr',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
  'utf-7': 'utf7',
  'unicode-1-1-utf-7': 'utf7',
  'unicode-2-0-utf-7': 'utf7',
  'cn-gb': 'gbk',
  uhc: 'euc-kr',
  cp1200: 'utf-16le',
  cp1201: 'utf-16be',
  cp10000: 'macintosh',
}

const shiftOut = '\x0e'
const shiftIn = '\x0f'
const designation = '\x1b\\$\\)'
const shiftedStretch = `${shiftOut}([^${shiftOut}${shiftIn}\n]*)${shiftIn}?`

/**
 * Seven-bit charsets that shift into a double-byte one, `into` (RFC 1843, 1557, 1922). `pattern`: a shifted stretch,
 * with its byte pairs as first group, or an escape sequence (`~` in HZ).
 */
const shifted: Readonly<Record<string, { into: string; pattern: RegExp }>> = {
  'hz-gb-2312': { into: 'gbk', pattern: /~\{(.*?)(?:~\}|\n|$)|~~|~\n/gs },
  'iso-2022-kr': { into: 'euc-kr', pattern: new RegExp(`${shiftedStretch}|${designation}C`, 'g') },
  'iso-2022-cn': { into: 'gbk', pattern: new RegExp(`${shiftedStretch}|${designation}[AEG]`, 'g') },
}

function decodeShifted(bytes: Buffer, label: string): string | null {
  const name = label
    .replace(/^(?:x-|cs)/, '')
    .replace(/^hz$/, 'hz-gb-2312')
    .replace(/^iso2022/, 'iso-2022-')
  const charset = Object.hasOwn(shifted, name) ? shifted[name] : undefined
  if (!charset) return null
  const decoder = new TextDecoder(charset.into)
  return bytes.toString('latin1').replace(charset.pattern, (match, pairs?: string) => {
    if (pairs === undefined) return match === '~~' ? '~' : ''
    // The double-byte charset has the same pairs with the highest bit set.
    return decoder.decode(Buffer.from(pairs, 'latin1').map((byte) => byte | 0x80))
  })
}

/** Decodes as Windows-1252, the most frequent other charset, if none of the bytes beyond ASCII are UTF-8. */
function decodeUtf8(bytes: Buffer): string {
  const text = new TextDecoder().decode(bytes)
  return !text.includes('\ufffd') || /[^\0-\x7f\ufffd]/.test(text) ? text : decodeWindows1252(bytes)
}

/** Text of another charset may have a pair that UTF-8 has, and UTF-8 a character that was cut. */
function decodeUndeclared(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString()
  const text = new TextDecoder().decode(bytes)
  const beyondAscii = text.replace(/[\0-\x7f]+/g, '').length
  const broken = text.replace(/[^\ufffd]+/g, '').length
  if (broken < beyondAscii / 2) return text
  return looksLikeGbk(bytes) ? new TextDecoder('gbk').decode(bytes) : decodeWindows1252(bytes)
}

/** Engineering default: pairs of GB 2312 alone, most of them the frequent characters, in runs of two and more. */
function looksLikeGbk(bytes: Buffer): boolean {
  let [runs, pairs, frequent] = [0, 0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) continue
    if ((bytes[at - 1] ?? 0) < 0x80) runs++
    const trail = bytes[at + 1] ?? 0
    if (lead < 0xa1 || lead > 0xf7 || trail < 0xa1 || trail === 0xff) return false
    pairs++
    if (lead >= 0xb0 && lead <= 0xd7) frequent++
    at++
  }
  return pairs >= 2 * runs && frequent > pairs / 2
}

/** `TextDecoder` decodes 0x80 to 0x9f as control characters on some versions of Node. */
const decodeWindows1252 = (bytes: Buffer): string => iconv.decode(bytes, 'windows-1252')

export function byteOrderMark(bytes: Buffer): string | null {
  const start = bytes.subarray(0, 4).toString('latin1')
  if (start.startsWith('\xef\xbb\xbf')) return 'utf8'
  if (start === '\0\0\xfe\xff') return 'utf-32be'
  if (start === '\xff\xfe\0\0') return 'utf-32le'
  if (start.startsWith('\xfe\xff')) return 'utf-16be'
  return start.startsWith('\xff\xfe') ? 'utf-16le' : null
}

const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text)

import { decodeText } from './decode-text'

/** `html` when the RTF carries it ([MS-OXRTFEX]), else `text`. Null for other bytes. */
export interface ReadRtf {
  html: string | null
  text: string
}

/** Of a group, which a brace ends. */
interface GroupState {
  isSkipped: boolean
  /** HTML that the RTF carries: `\htmltag`. */
  isTag: boolean
  /** RTF beside the HTML that it stands for: `\htmlrtf`. */
  isRtfOnly: boolean
  /** Characters after `\u` that stand for it in older readers. */
  unicodeSkip: number
}

const skippedGroups: ReadonlySet<string> = new Set([
  ...[
    'fonttbl',
    'colortbl',
    'stylesheet',
    'info',
    'pict',
    'header',
    'footer',
    'headerl',
    'headerr',
    'headerf',
  ],
  ...['footerl', 'footerr', 'footerf', 'object', 'objdata', 'listtable', 'listoverridetable', 'themedata'],
])
const characters: Readonly<Record<string, string>> = {
  par: '\n', line: '\n', row: '\n', sect: '\n', page: '\n', tab: '\t', cell: '\t', emdash: '—', endash: '–', bullet: '•',
  lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”',
} // prettier-ignore

const maxGroups = 10_000
/** A control word with its number and blank, a symbol, a byte, or text. */
const token = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|([^\\{}]+)|\\/gi

/** Linear time. */
export function readRtf(bytes: Buffer): ReadRtf | null {
  const source = bytes.toString('latin1')
  return source.startsWith('{\\rtf') ? new RtfReader(source).read() : null
}

class RtfReader {
  private readonly written: string[] = []
  private pending = ''
  private readonly outer: GroupState[] = []
  private group: GroupState = { isSkipped: false, isTag: false, isRtfOnly: false, unicodeSkip: 1 }
  private isFirstInGroup = false
  private isOptional = false
  private toSkip = 0
  private charset = 'windows-1252'
  private hasHtml = false

  constructor(private readonly source: string) {}

  read(): ReadRtf {
    for (const [, word, number, hex, symbol, brace, text] of this.source.matchAll(token)) {
      if (brace !== undefined) this.brace(brace)
      else if (word !== undefined) this.word(word.toLowerCase(), number === undefined ? null : Number(number))
      else if (hex !== undefined) this.byte(Number.parseInt(hex, 16))
      else if (symbol !== undefined) this.symbol(symbol)
      else if (text !== undefined) this.text(text.replace(/[\r\n]+/g, ''))
      if (brace === undefined && symbol !== '*') this.isFirstInGroup = false
    }
    this.flush()
    const written = this.written.join('')
    return { html: this.hasHtml ? written : null, text: written }
  }

  private brace(brace: string): void {
    this.flush()
    if (brace === '}') {
      this.group = this.outer.pop() ?? this.group
      return
    }
    if (this.outer.length < maxGroups) this.outer.push({ ...this.group })
    this.isFirstInGroup = true
    this.isOptional = false
  }

  private word(word: string, number: number | null): void {
    const { group } = this
    const isDestination = this.isFirstInGroup
    if (isDestination && word === 'htmltag') group.isTag = true
    else if (isDestination && (this.isOptional || skippedGroups.has(word))) group.isSkipped = true
    else if (word === 'fromhtml') this.hasHtml = number !== 0
    else if (word === 'htmlrtf') group.isRtfOnly = number !== 0
    else if (word === 'ansicpg' && number) this.charset = `windows-${number}`
    else if (word === 'uc' && number !== null) group.unicodeSkip = Math.min(Math.max(number, 0), 100)
    else if (word === 'u' && number !== null) this.unicode(number)
    else {
      const character = Object.hasOwn(characters, word) ? characters[word] : undefined
      if (character !== undefined) this.put(character)
    }
  }

  private unicode(number: number): void {
    this.put(String.fromCharCode(number & 0xffff))
    this.toSkip = this.group.unicodeSkip
  }

  private symbol(symbol: string): void {
    if (symbol === '*') this.isOptional = this.isFirstInGroup
    else if (symbol === '~') this.put('\u00a0')
    else if (symbol === '_') this.put('-')
    else if (symbol === '\n' || symbol === '\r') this.put('\n')
    else if ('{}\\'.includes(symbol)) this.text(symbol)
  }

  private text(text: string): void {
    const skipped = Math.min(this.toSkip, text.length)
    this.toSkip -= skipped
    if (!this.isShown()) return
    this.pending += text.slice(skipped)
  }

  private byte(byte: number): void {
    if (this.toSkip > 0) this.toSkip -= 1
    else if (this.isShown()) this.pending += String.fromCharCode(byte)
  }

  private put(character: string): void {
    if (!this.isShown()) return
    this.flush()
    this.written.push(character)
  }

  private isShown(): boolean {
    return !this.group.isSkipped && !(this.group.isRtfOnly && !this.group.isTag)
  }

  private decode(bytes: Buffer): string {
    return decodeText({ bytes, charset: this.charset })
  }

  private flush(): void {
    if (this.pending === '') return
    const isAscii = !/[^\0-\x7f]/.test(this.pending)
    this.written.push(isAscii ? this.pending : this.decode(Buffer.from(this.pending, 'latin1')))
    this.pending = ''
  }
}

import { TokenizerMode, type Token, type TokenHandler, type Tokenizer } from 'parse5'
import { BoundedTokenizer } from '../references/bounded-tokenizer'

/** Names an email in a list. Null for what it lacks. */
export interface Opening {
  title: string | null
  /** The first words, also hidden ones: what an inbox shows beside the subject. */
  preheader: string | null
}

const maxCharacters = 200
/** Characters of HTML that are read: more than precede a newsletter's text. */
export const maxOpeningLength = 256 * 1024
/** Characters given to the tokenizer at a time, until the first words are there. */
const chunkLength = 8_192
const maxGathered = 8 * maxCharacters

/** Their content is text for the tokenizer, but no words. */
const silentModes: Readonly<Record<string, typeof TokenizerMode.RAWTEXT | typeof TokenizerMode.SCRIPT_DATA>> =
  {
    style: TokenizerMode.RAWTEXT,
    script: TokenizerMode.SCRIPT_DATA,
    xmp: TokenizerMode.RAWTEXT,
    iframe: TokenizerMode.RAWTEXT,
    noembed: TokenizerMode.RAWTEXT,
    noframes: TokenizerMode.RAWTEXT,
  }

const inline = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'big',
  'em',
  'font',
  'i',
  'mark',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
  'wbr',
])

/**
 * Leaves out filler between words and characters that change the text's direction. Reads `maxOpeningLength` characters
 * at most, in linear time.
 */
export function readOpening(html: string | null, plainText: string | null): Opening {
  if (html === null) return { title: null, preheader: shortened((plainText ?? '').slice(0, maxGathered)) }
  const handler = new OpeningHandler()
  const tokenizer = new BoundedTokenizer({}, handler)
  handler.tokenizer = tokenizer
  const end = Math.min(html.length, maxOpeningLength)
  for (let at = 0; at < end && handler.words.length < maxGathered; at += chunkLength)
    // What is cut off may end within a tag, which is no text: only the end of the HTML is the end.
    tokenizer.write(html.slice(at, Math.min(end, at + chunkLength)), at + chunkLength >= html.length)
  return { title: shortened(handler.title), preheader: shortened(handler.words) }
}

class OpeningHandler implements TokenHandler {
  tokenizer: Tokenizer | null = null
  title = ''
  words = ''
  #silent: string | null = null

  onStartTag({ tagName }: Token.TagToken): void {
    if (this.#silent !== null) return
    const mode = tagName === 'title' ? TokenizerMode.RCDATA : silentModes[tagName]
    if (mode !== undefined && this.tokenizer) {
      this.tokenizer.state = mode
      this.#silent = tagName
    } else this.#separate(tagName)
  }

  onEndTag({ tagName }: Token.TagToken): void {
    if (tagName === this.#silent) this.#silent = null
    else this.#separate(tagName)
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    if (this.#silent === 'title') this.title = added(this.title, chars)
    else if (this.#silent === null) this.words = added(this.words, chars)
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token)
  }

  #separate(tagName: string): void {
    if (!inline.has(tagName)) this.words = added(this.words, ' ')
  }

  onNullCharacter(): void {
    // Postgres refuses it.
  }

  onComment(): void {
    // No words, not even those of a conditional comment.
  }

  onDoctype(): void {
    // No words.
  }

  onEof(): void {
    // What was read so far is the opening.
  }
}

const added = (text: string, more: string): string =>
  text.length >= maxGathered || (more.trim() === '' && text.endsWith(' '))
    ? text
    : text + (more.trim() === '' ? ' ' : more.slice(0, maxGathered))

/** Invisible characters, except a joiner in an emoji. */
const filler = /[^\P{Cf}\u200D]|\u200D(?!\p{Extended_Pictographic})|[\p{Cc}\u034F](?<!\s)/gu

function shortened(text: string): string | null {
  const words = text.replace(filler, '').replace(/\s+/g, ' ').trim()
  return words === '' ? null : [...words].slice(0, maxCharacters).join('').trimEnd()
}

import { TokenizerMode, type Token, type TokenHandler, type Tokenizer } from 'parse5'
import { BoundedTokenizer } from '../references/bounded-tokenizer'

/** Names an email in a list. Null if it has none. */
export interface Opening {
  title: string | null
  /** The first words, also hidden ones: what an inbox shows beside the subject. */
  preheader: string | null
}

const maxShownCharacters = 200
/** Characters of HTML that are read: more than precede a newsletter's text. */
export const maxOpeningLength = 256 * 1024
/** Characters given to the tokenizer at a time, until the first words are there. */
const chunkLength = 8_192
/** Blanks and filler among them are removed. */
const maxGatheredCharacters = 8 * maxShownCharacters

/** Their content is text for the tokenizer, but no words. */
const textModes: Readonly<Record<string, typeof TokenizerMode.RAWTEXT | typeof TokenizerMode.SCRIPT_DATA>> = {
  style: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
}

const inlineElements = new Set([
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
  if (html === null)
    return { title: null, preheader: shorten((plainText ?? '').slice(0, maxGatheredCharacters)) }
  const handler = new OpeningHandler()
  const tokenizer = new BoundedTokenizer({}, handler)
  handler.tokenizer = tokenizer
  const end = Math.min(html.length, maxOpeningLength)
  for (let at = 0; at < end && handler.words.length < maxGatheredCharacters; at += chunkLength)
    // At a cut the tokenizer waits for more: it would take the beginning of a tag for text.
    tokenizer.write(html.slice(at, Math.min(end, at + chunkLength)), at + chunkLength >= html.length)
  return { title: shorten(handler.title), preheader: shorten(handler.words) }
}

class OpeningHandler implements TokenHandler {
  tokenizer: Tokenizer | null = null
  title = ''
  words = ''
  /** Tag name of the open element whose content is text. */
  #textElement: string | null = null

  onStartTag({ tagName }: Token.TagToken): void {
    if (this.#textElement !== null) return
    const mode = tagName === 'title' ? TokenizerMode.RCDATA : textModes[tagName]
    if (mode !== undefined && this.tokenizer) {
      this.tokenizer.state = mode
      this.#textElement = tagName
    } else this.#separate(tagName)
  }

  onEndTag({ tagName }: Token.TagToken): void {
    if (tagName === this.#textElement) this.#textElement = null
    else this.#separate(tagName)
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    if (this.#textElement === 'title') this.title = append(this.title, chars)
    else if (this.#textElement === null) this.words = append(this.words, chars)
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token)
  }

  #separate(tagName: string): void {
    if (!inlineElements.has(tagName)) this.words = append(this.words, ' ')
  }

  onNullCharacter(): void {
    // Postgres refuses the character.
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

function append(text: string, addition: string): string {
  if (text.length >= maxGatheredCharacters) return text
  const isBlank = addition.trim() === ''
  if (isBlank) return text.endsWith(' ') ? text : `${text} `
  return text + addition.slice(0, maxGatheredCharacters)
}

/** Invisible characters, except a joiner in an emoji. */
const filler = /[^\P{Cf}\u200D]|\u200D(?!\p{Extended_Pictographic})|[\p{Cc}\u034F](?<!\s)/gu

function shorten(text: string): string | null {
  const words = text.replace(filler, '').replace(/\s+/g, ' ').trim()
  return words === '' ? null : [...words].slice(0, maxShownCharacters).join('').trimEnd()
}

import { Tokenizer, type Token } from 'parse5'

/** Maximum attributes of a tag. Real tags have far fewer. */
const maxAttributesPerTag = 256

/**
 * Maximum length of a text token. A text grows by single characters, and until it is read, V8 keeps it as a chain that
 * takes 30 bytes for each character.
 */
const maxCharactersPerToken = 4_096

/**
 * parse5's tokenizer with time and memory linear in the length of any input. It is a subclass because methods set on an
 * object are slow in V8: they took more time than all of parsing.
 */
export class BoundedTokenizer extends Tokenizer {
  /** Ignores further attributes. parse5 compares each with all before it, so 100,000s on one tag would take minutes. */
  protected override _leaveAttrName(): void {
    const token = this.currentToken
    if (token && 'attrs' in token && token.attrs.length >= maxAttributesPerTag) return
    super._leaveAttrName()
  }

  /** Splits a long text into several tokens. The parser joins them into one text node. */
  protected override _appendCharToCurrentCharacterToken(
    type: Token.CharacterToken['type'],
    character: string,
  ): void {
    const token = this.currentCharacterToken
    if (token && token.chars.length >= maxCharactersPerToken) this._emitCurrentCharacterToken(null)
    super._appendCharToCurrentCharacterToken(type, character)
  }
}

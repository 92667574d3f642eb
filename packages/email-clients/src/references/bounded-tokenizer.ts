import { Tokenizer, type Token } from 'parse5'

/** Maximum attributes of a tag. Real tags have far fewer. */
const maxAttributesPerTag = 256

/**
 * Maximum length of a text token. A text grows by single characters, and V8 keeps it as a chain with 30 bytes for each
 * until it is read.
 */
const maxCharactersPerToken = 4_096

/**
 * parse5's tokenizer with time and memory linear in any input. A class, because V8 has no quick way for methods that
 * are set on an object: they took more time than all of parsing.
 */
export class BoundedTokenizer extends Tokenizer {
  /** parse5 compares each attribute with all before it: hundreds of thousands on one tag would take minutes. */
  protected override _leaveAttrName(): void {
    const token = this.currentToken
    if (token && 'attrs' in token && token.attrs.length >= maxAttributesPerTag) return
    super._leaveAttrName()
  }

  /** Long texts come in several tokens, which become one text node again. */
  protected override _appendCharToCurrentCharacterToken(
    type: Token.CharacterToken['type'],
    character: string,
  ): void {
    const token = this.currentCharacterToken
    if (token && token.chars.length >= maxCharactersPerToken) this._emitCurrentCharacterToken(null)
    super._appendCharToCurrentCharacterToken(type, character)
  }
}

import { Tokenizer, type Token } from 'parse5'

const maxAttributesPerTag = 256

/** V8 keeps a growing text as a chain of 30 bytes per character until it is read. */
const maxCharactersPerToken = 4_096

/** Linear time and memory for any input. A subclass, because V8 is slow with methods set on an object. */
export class BoundedTokenizer extends Tokenizer {
  /** parse5 compares each attribute with all before it: 100,000 of them would take minutes. */
  protected override _leaveAttrName(): void {
    const token = this.currentToken
    if (token && 'attrs' in token && token.attrs.length >= maxAttributesPerTag) return
    super._leaveAttrName()
  }

  protected override _appendCharToCurrentCharacterToken(
    type: Token.CharacterToken['type'],
    character: string,
  ): void {
    const token = this.currentCharacterToken
    if (token && token.chars.length >= maxCharactersPerToken) this._emitCurrentCharacterToken(null)
    super._appendCharToCurrentCharacterToken(type, character)
  }
}

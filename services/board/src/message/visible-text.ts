/** Strangers' text with its control characters as signs: they would hide what was sent. Line breaks and tabs stay. */
export const visibleText = (text: string): string =>
  text.replace(/\r\n/g, '\n').replace(/\p{Cc}/gu, (character) => {
    if (character === '\n' || character === '\t') return character
    const code = character.charCodeAt(0)
    if (code < 0x20) return String.fromCharCode(0x2400 + code)
    return code === 0x7f ? '\u2421' : '\ufffd'
  })

const unaccented: Readonly<Record<string, string>> = {
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  // At the end of a Greek word.
  ς: 'σ',
}

/** Accents, Hebrew points, Arabic vowels, hamzas and the tatweel. */
const marks = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u0640]/g

/** Servers need not accept longer addresses (RFC 9110 §4.1). */
export const maxReadLength = 8_000

/**
 * Lower case, without accents and invisible characters, one blank between words: `Se désabonner` and `se_desabonner`
 * are the same.
 */
export function foldedWords(text: string): string {
  return (
    text
      .slice(0, maxReadLength)
      .replace(/\p{Cf}/gu, '')
      .normalize('NFKD')
      .replace(marks, '')
      // Kana have marks of their own, which belong to them.
      .normalize('NFC')
      .toLowerCase()
      .replace(/[ıłøđßæœς]/g, (letter) => unaccented[letter] ?? letter)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  )
}

const maxEncodings = 3

/** The folded words of an address: once as written, once with `confirmEmail` as two words. */
export function foldedAddress(address: string): string {
  let text = address.slice(0, maxReadLength)
  for (let round = 0; round < maxEncodings && text.includes('%'); round++)
    // Each run of bytes by itself: a malformed one leaves the others readable.
    text = text.replace(/(?:%[0-9a-f]{2})+/gi, decodeIfValid)
  return `${foldedWords(text)} ${foldedWords(text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 '))}`
}

export function decodeIfValid(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Letters that Unicode does not take apart into a letter and an accent. */
const unaccented: Readonly<Record<string, string>> = {
  ...{ ı: 'i', ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe' },
  // At the end of a Greek word.
  ς: 'σ',
}

/** Accents, Hebrew points, and Arabic vowels, hamzas and the stroke that stretches a word. */
const marks = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u0640]/g

/** Characters that are read: servers need not accept longer addresses (RFC 9110 §4.1), and no link says more. */
export const maxReadLength = 8_000

/**
 * A text in lower case, without accents and invisible characters, with one blank for whatever stands between its words:
 * `Se désabonner` and `se_desabonner` are the same. Letters of other scripts lose only such marks.
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

/** How often an address may be encoded within another one's query. */
const maxEncodings = 3

/** The words of an address, decoded and folded: once as they are, once with `confirmEmail` as two words. */
export function foldedAddress(address: string): string {
  let text = address.slice(0, maxReadLength)
  for (let round = 0; round < maxEncodings && text.includes('%'); round++)
    text = text.replace(/(?:%[0-9a-f]{2})+/gi, decodedRun)
  return `${foldedWords(text)} ${foldedWords(text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 '))}`
}

/** A malformed run stays as it is, so that it hides nothing in the rest of the address. */
function decodedRun(run: string): string {
  try {
    return decodeURIComponent(run)
  } catch {
    return run
  }
}

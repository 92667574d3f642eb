/** Control characters, those that turn the direction of text, lone surrogates, and what XML 1.0 may not hold. */
const invisible =
  // eslint-disable-next-line no-control-regex -- these are what must not reach a terminal or a report
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff]|\p{Surrogate}/gu

/** One line of an email's text: white space becomes a blank, and what cannot be seen `�`. */
export function visibleText(text: string, maxCharacters = 2_000): string {
  const line = text
    .slice(0, maxCharacters + 1)
    .replace(/[\t\n\r]/g, ' ')
    .replace(invisible, '\ufffd')
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters)}…` : line
}

/** For HTML and XML, between tags and in quoted attributes. */
export const escapeMarkup = (text: string, maxCharacters?: number): string =>
  visibleText(text, maxCharacters).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

export const counted = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`

import { visibleText } from './visible-text'

/**
 * Text that may come from an email, as text: neither markup nor a link, and no mention of a GitHub user or issue, which
 * GitHub also finds behind a backslash.
 */
export const escapeMarkdown = (text: string, maxCharacters?: number): string =>
  visibleText(text, maxCharacters)
    .replace(/[\\`*_{}[\]()<>#+\-.!|~@&:$^]/g, '\\$&')
    .replace(/[@#]|GH(?=\\-)/g, '$&\u200b')

/** In a table's cell, too, where a code span cannot hold every text: a backslash before a pipe ends the cell. */
export function markdownCode(text: string, maxCharacters = 200): string {
  const line = visibleText(text, maxCharacters)
  if (/^[\w./-]+(?: [\w./-]+)*$/.test(line)) return `\`${line}\``
  const characters = line.replace(/[!-/:-@[-`{-~]/g, (character) => `&#${character.charCodeAt(0)};`)
  return `<code>${characters}</code>`
}

/** Blocks of Markdown, as many as fit; what is left out is said at the end. */
export function joinBlocks(
  blocks: readonly string[],
  maxBytes: number,
  leftOut: (count: number) => string,
): string {
  // Room for the sentence that says what is left out.
  const room = maxBytes - 500
  const kept: string[] = []
  let bytes = 0
  for (const block of blocks) {
    bytes += Buffer.byteLength(block) + 2
    if (bytes > room) break
    kept.push(block)
  }
  const missing = blocks.length - kept.length
  return `${[...kept, ...(missing > 0 ? [leftOut(missing)] : [])].join('\n\n')}\n`
}

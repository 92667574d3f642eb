/**
 * A text of format=flowed with its paragraphs whole again (RFC 3676 §4): a line that ends in a blank goes on in the next one of the same
 * quoting depth, except the signature's `-- `. With `deletesSpace` that blank is no part of the text.
 */
export function unflowText(text: string, deletesSpace: boolean): string {
  const lines: string[] = []
  /** Of the line that may go on: its depth and what it has so far. */
  let paragraph: { depth: number; pieces: string[] } | null = null
  const endParagraph = (): void => {
    if (paragraph) lines.push(quoted(paragraph.depth, paragraph.pieces.join('')))
    paragraph = null
  }
  for (const line of text.split(/\r?\n/)) {
    const depth = /^>*/.exec(line)?.[0].length ?? 0
    const unquoted = line.slice(depth)
    const content = unquoted.startsWith(' ') ? unquoted.slice(1) : unquoted
    const goesOn: boolean = content.endsWith(' ') && content !== '-- '
    if (paragraph && (paragraph.depth !== depth || content === '-- ')) endParagraph()
    paragraph ??= { depth, pieces: [] }
    paragraph.pieces.push(goesOn && deletesSpace ? content.slice(0, -1) : content)
    if (!goesOn) endParagraph()
  }
  endParagraph()
  return lines.join('\n')
}

const quoted = (depth: number, content: string): string =>
  depth === 0 ? content : `${'>'.repeat(depth)} ${content}`

/**
 * Joins the lines of format=flowed text into paragraphs (RFC 3676 §4): a line that ends in a blank continues on the
 * next line of the same quoting depth, except the signature separator `-- `. With `deletesSpace` (DelSp=yes) that blank
 * is not part of the text.
 */
export function unflowText(text: string, deletesSpace: boolean): string {
  const lines: string[] = []
  /** The paragraph that may continue on the next line: its quoting depth and its lines so far. */
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

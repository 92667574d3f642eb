import { findBetween, findInDrawn, findSameColour, type Finding } from './find-colours'
import { joinLines } from './join-lines'
import type { TextLine } from './laid-out-text'
import { overlappedLines, pixelsIn } from './overlapped-lines'
import type { PicturePixels } from './picture-pixels'
import type { ContrastAudit } from '@pas/email-checks/evidence'

/** Maximum number of lines that are measured. Long newsletters have some hundreds. */
const maxLines = 2_000
/** Maximum number of pixels of all lines, whose boxes can lie on each other. */
const maxPixels = 32_000_000

/** Differs from backgrounds, so that a text in it can be seen wherever nothing lies over it. */
const strikingColour = '#ff00ff'

/**
 * Measures lines of text in the picture of a document, whose boxes lie within it. A further picture, with all texts in
 * one colour, is taken only if lines need it. It occupies its thread, as long lines over gradients take seconds.
 */
export async function auditLines(
  lines: readonly TextLine[],
  drawn: PicturePixels,
  takeWithTextsIn: (colour: string) => Promise<PicturePixels>,
): Promise<ContrastAudit> {
  const measured = withinBounds(lines)
  const findings = new Map<TextLine, Finding>()
  for (const line of overlappedLines(measured)) findings.set(line, 'covered')
  /** Looks for the colours of those lines that are not found yet; returns whether some still are not. */
  const findMore = (find: (line: TextLine) => Finding | undefined): boolean => {
    for (const line of measured) {
      const finding = findings.has(line) ? undefined : find(line)
      if (finding !== undefined) findings.set(line, finding)
    }
    return findings.size < measured.length
  }
  if (findMore((line) => findInDrawn(line, drawn))) {
    const bare = await takeWithTextsIn('transparent')
    if (findMore((line) => findBetween(line, drawn, bare))) {
      const striking = await takeWithTextsIn(strikingColour)
      findMore((line) => findSameColour(line, striking, bare))
    }
  }
  const found = measured.map((line) => ({ line, finding: findings.get(line) ?? null }))
  return { texts: joinLines(found), unmeasured: lines.length - measured.length }
}

function withinBounds(lines: readonly TextLine[]): TextLine[] {
  let pixels = 0
  return lines.slice(0, maxLines).filter(({ box }) => {
    pixels += pixelsIn(box)
    return pixels <= maxPixels
  })
}

import { findBetween, findInDrawn, findSameColour, type Finding } from './find-colours'
import { joinLines } from './join-lines'
import type { TextLine } from './laid-out-text'
import { overlappedLines, pixelsIn } from './overlapped-lines'
import type { PicturePixels } from './picture-pixels'
import type { ContrastAudit } from '@pas/email-checks/evidence'

const maxLines = 2_000
/** The lines' boxes can overlap. */
const maxPixels = 32_000_000

/** Backgrounds hardly have it: it shows a text wherever nothing lies over it. */
const strikingColour = '#ff00ff'

/** Takes further pictures only if lines need them. Long lines over gradients take seconds of its thread. */
export async function auditLines(
  lines: readonly TextLine[],
  drawn: PicturePixels,
  takeWithTextsIn: (colour: string) => Promise<PicturePixels>,
): Promise<ContrastAudit> {
  const measured = withinBounds(lines)
  const findings = new Map<TextLine, Finding>()
  for (const line of overlappedLines(measured)) findings.set(line, 'covered')
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

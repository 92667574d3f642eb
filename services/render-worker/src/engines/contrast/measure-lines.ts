import type { MeasuredTexts, TextContrast } from '@pas/email-checks/measurements'
import { findByComparing, type Finding, findInPicture, findSameColour } from './find-colours'
import { neededRatio } from './judge-line'
import type { PixelBox, TextLine } from './laid-out-text'
import type { PicturePixels } from './picture-pixels'

const maxLines = 2_000
const maxPixels = 32_000_000
const maxTextLength = 200

/** Hardly any background has this colour, so a text in it shows wherever nothing covers it. */
const strikingColour = '#ff00ff'

/** Takes further pictures only if lines need them. Long lines over gradients occupy the thread for seconds. */
export async function measureLines(
  lines: readonly TextLine[],
  drawn: PicturePixels,
  takeWithTextsIn: (colour: string) => Promise<PicturePixels>,
): Promise<MeasuredTexts> {
  const measured = takeWithinLimits(lines)
  const findings = new Map<TextLine, Finding>()
  for (const line of overlappedLines(measured)) findings.set(line, 'covered')
  // Tries the lines that have no finding. Returns whether some still have none.
  const findMore = (find: (line: TextLine) => Finding | undefined): boolean => {
    for (const line of measured) {
      const finding = findings.has(line) ? undefined : find(line)
      if (finding !== undefined) findings.set(line, finding)
    }
    return findings.size < measured.length
  }
  if (findMore((line) => findInPicture(line, drawn))) {
    const bare = await takeWithTextsIn('transparent')
    if (findMore((line) => findByComparing(line, drawn, bare))) {
      const striking = await takeWithTextsIn(strikingColour)
      findMore((line) => findSameColour(line, striking, bare))
    }
  }
  const found = measured.map((line) => ({ line, finding: findings.get(line) ?? null }))
  return { texts: joinLines(found), unmeasured: lines.length - measured.length }
}

function takeWithinLimits(lines: readonly TextLine[]): TextLine[] {
  let pixels = 0
  return lines.slice(0, maxLines).filter(({ box }) => {
    pixels += pixelsIn(box)
    return pixels <= maxPixels
  })
}

/** Finds lines that share more than half of the smaller box: a picture does not tell whose pixels are there. */
function overlappedLines(lines: readonly TextLine[]): Set<TextLine> {
  const seen = lines.filter(({ paint }) => paint.colour !== null)
  const byTop = seen.sort((one, other) => one.box.top - other.box.top)
  const found = new Set<TextLine>()
  byTop.forEach((upper, index) => {
    for (let at = index + 1; at < byTop.length; at++) {
      const lower = byTop[at]
      if (!lower || lower.box.top >= upper.box.top + upper.box.height) break
      const smaller = Math.min(pixelsIn(upper.box), pixelsIn(lower.box))
      if (sharedPixels(upper.box, lower.box) > smaller / 2) found.add(upper).add(lower)
    }
  })
  return found
}

const pixelsIn = ({ width, height }: PixelBox): number => width * height

function sharedPixels(one: PixelBox, other: PixelBox): number {
  const width = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)
  const height = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top)
  return Math.max(0, width) * Math.max(0, height)
}

/** Joins lines of one element with the same colours or reason, and leaves out invisible ones. */
function joinLines(lines: readonly { line: TextLine; finding: Finding }[]): TextContrast[] {
  const joined = new Map<string, TextContrast>()
  for (const { line, finding } of lines) {
    if (finding === null) continue
    const contrast = contrastOfLine(line, finding)
    const key = JSON.stringify([line.element, { ...contrast, text: '' }])
    const same = joined.get(key)
    if (same) same.text = shorten(`${same.text} ${contrast.text}`)
    else joined.set(key, contrast)
  }
  return [...joined.values()]
}

function contrastOfLine(line: TextLine, finding: NonNullable<Finding>): TextContrast {
  const needed = neededRatio(line)
  const common = { text: shorten(line.text), where: line.where, needed }
  if (typeof finding === 'string') {
    const unknown = { ratio: null, textColour: null, background: null }
    return { ...common, ...unknown, verdict: 'cannot-tell', reason: finding }
  }
  const { ratio, textColour, background } = finding
  return {
    ...common,
    // Rounded up, a ratio that fails could read as the needed one.
    ratio: Math.floor(ratio * 100) / 100,
    textColour: asHex(textColour),
    background: asHex(background),
    verdict: ratio >= needed ? 'passes' : 'fails',
    reason: null,
  }
}

const shorten = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, maxTextLength)

const asHex = (colour: number): string => `#${colour.toString(16).padStart(6, '0')}`

import type { Finding } from './find-colours'
import type { TextLine } from './laid-out-text'
import { neededRatio } from './needed-ratio'
import type { TextContrast } from '@pas/email-checks/evidence'

const maxTextLength = 200

/** Joins lines of one element with the same colours or reason, and leaves out those not to be seen. */
export function joinLines(lines: readonly { line: TextLine; finding: Finding }[]): TextContrast[] {
  const joined = new Map<string, TextContrast>()
  for (const { line, finding } of lines) {
    if (finding === null) continue
    const contrast = contrastOfLine(line, finding)
    const key = JSON.stringify([line.element, { ...contrast, text: '' }])
    const known = joined.get(key)
    if (known) known.text = shorten(`${known.text} ${contrast.text}`)
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

import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { InlineDeclarations } from '../../../engine/inline-declarations'
import { elementsIn, placeOf, textOf } from '../../../engine/html-tree'
import type { Step } from '../../../engine/message'
import { DeclaredValues } from './values/declared-values'

const source = 'goodemailcode, mso-styles, 2021; resend/react-email 1526, 2024-07-02'

const blankWidthsEm: Readonly<Record<string, number>> = {
  ' ': 0.25,
  '\u00a0': 0.25,
  '\u2002': 0.5,
  '\u2003': 1,
  '\u2004': 1 / 3,
  '\u2005': 0.25,
  '\u2006': 1 / 6,
  '\u2009': 0.2,
  '\u200a': 0.125,
}
/** Engineering default: the width of a letter in em. */
const letterWidthEm = 0.4
/** Templates widen one to five characters. */
const maxMeasuredCharacters = 100

/**
 * CSS cannot scale characters (`mso-font-width`), so they get space between them. That is exact for blanks, which
 * templates widen.
 */
export const widenCharacters: Step = (message) => {
  const inline = new InlineDeclarations(message)
  const declared = new DeclaredValues(
    (property) => property === 'mso-font-width' || property === 'letter-spacing',
  )
  for (const element of elementsIn(message.document)) {
    const values = declared.valuesIn(inline.find(element))
    const percent = /^([+-]?\d{1,5}(?:\.\d{1,5})?)%$/.exec(values.get('mso-font-width')?.trim() ?? '')?.[1]
    if (percent === undefined) continue
    message.changes.record(
      { rule: 'office-property', what: 'mso-font-width', source },
      placeOf(element, 'style'),
    )
    if (values.has('letter-spacing')) continue
    const scale = Math.max(1, Math.min(Number(percent), 600)) / 100
    inline.add(element, `letter-spacing:${(meanWidthEmOf(element) * (scale - 1)).toFixed(3)}em`)
  }
  inline.finish()
}

function meanWidthEmOf(element: Tree.Element): number {
  const characters = [...textOf(element).slice(0, maxMeasuredCharacters).replaceAll('\u200b', '')]
  if (characters.length === 0) return letterWidthEm
  const sum = characters.reduce((width, character) => width + (blankWidthsEm[character] ?? letterWidthEm), 0)
  return sum / characters.length
}

import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { InlineDeclarations } from '../../../../engine/inline-declarations'
import { elementsIn, placeOf } from '../../../../engine/html-tree'
import type { Step } from '../../../../engine/message'
import type { Citation } from '../../../../sources/sources'
import { DeclaredValues } from '../values/declared-values'
import { isPainted } from '../values/longhands'
import { isBlock } from './read-formats'

const source: Citation =
  'goodemailcode, link button, 2023-04-20; resend/react-email 1526, 2024-07-02; assumed: a number without a unit is pixels'

/** For hostile emails. A button has two. */
const maxRaises = 8

/**
 * A raised run makes its line higher, and its shading is as high as the line. A block gets space below, or above if it
 * is lowered.
 */
export const raiseRuns: Step = (message) => {
  const inline = new InlineDeclarations(message)
  const declared = new DeclaredValues((property) => /^(?:background|mso-text-raise$)/.test(property))
  const elements = elementsIn(message.document)
  const raised = new Map<Tree.Element, string>()
  for (const element of elements) {
    const raise = lengthOf(declared.valuesIn(inline.find(element)).get('mso-text-raise'))
    if (raise === null) continue
    raised.set(element, raise)
    message.changes.record(
      { rule: 'office-property', what: 'mso-text-raise', source },
      placeOf(element, 'style'),
    )
    const isLowered = raise.startsWith('-')
    if (!isParagraph(element)) inline.add(element, `vertical-align:${raise}`)
    else if (isLowered) inline.add(element, `padding-top:${raise.slice(1)}`)
    else inline.add(element, `padding-bottom:${raise}`)
  }
  if (raised.size > 0) shadeLines()
  inline.finish()

  function shadeLines(): void {
    const innerRaises = new Map<Tree.Element, Set<string>>()
    // Children come before their parents.
    for (const element of elements.toReversed()) {
      if (isParagraph(element)) continue
      const raises = innerRaises.get(element) ?? new Set()
      if (raises.size > 0 && isPainted(declared.valuesIn(inline.find(element)).get('background-color')))
        inline.add(element, shadingOf([...raises]))
      const elementRaise = raised.get(element)
      const allRaises = elementRaise === undefined ? raises : new Set([elementRaise, ...raises])
      const { parentNode } = element
      if (allRaises.size === 0 || !parentNode || !('tagName' in parentNode)) continue
      const parentRaises = innerRaises.get(parentNode) ?? new Set()
      innerRaises.set(parentNode, parentRaises)
      for (const raise of allRaises) if (parentRaises.size < maxRaises) parentRaises.add(raise)
    }
  }
}

const isParagraph = ({ tagName }: Tree.Element): boolean =>
  isBlock(tagName) || /^(?:td|th|table|body)$/.test(tagName)

/** A percentage is of the text's size; CSS's `vertical-align` means the line's height. */
function lengthOf(text: string | undefined): string | null {
  const [, number = '', unit = ''] =
    /^([+-]?(?:\d{1,5}(?:\.\d{0,5})?|\.\d{1,5}))\s*(px|pt|pc|in|cm|mm|em|%)?$/i.exec(text?.trim() ?? '') ?? []
  if (number === '' || Number(number) === 0) return null
  return unit === '%' ? `${Number(number) / 100}em` : `${Number(number)}${unit.toLowerCase() || 'px'}`
}

function shadingOf(raises: readonly string[]): string {
  const above = raises.filter((raise) => !raise.startsWith('-'))
  const below = raises.filter((raise) => raise.startsWith('-')).map((raise) => raise.slice(1))
  return [['top', above] as const, ['bottom', below] as const]
    .filter(([, lengths]) => lengths.length > 0)
    .map(
      ([side, lengths]) =>
        `padding-${side}:${lengths.length === 1 ? lengths.join('') : `max(${lengths.join(',')})`}`,
    )
    .join(';')
}

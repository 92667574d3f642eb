import { generate, type Declaration } from 'css-tree'
import { cssLexer } from '../../../engine/css-syntax'
import { placeOf } from '../../../engine/html-tree'
import type { Message, Step, StyleAttribute } from '../../../engine/message'
import { findBackslash, findRefusedSyntax, type RefusedSyntax } from '../refused-syntax'

/** Maximum distinct values matched with their grammar. Only hostile emails have more. */
const maxCheckedValues = 4_000
/** Maximum characters of such a value; a longer one counts as valid. */
const maxCheckedLength = 300

interface CheckedValues {
  invalid: Map<string, boolean>
  /** Matching took too many steps: all further values count as valid. */
  gaveUp: boolean
}

/** One invalid value empties the whole `style` attribute (HT 2017, troubleshooting Gmail, 6). */
export const emptyBrokenStyleAttributes: Step = (message) => {
  const checked: CheckedValues = { invalid: new Map(), gaveUp: false }
  for (const attribute of message.styleAttributes) {
    const refused = findBreakage(attribute, message, checked)
    const [first] = attribute.owners
    if (!refused || !first) continue
    const { what, source } = refused
    message.changes.record(
      { rule: 'style-attribute-broken', what, source },
      placeOf(first, 'style'),
      attribute.owners.length,
    )
    attribute.list = null
  }
}

function findBreakage(
  { css, list, parseError }: StyleAttribute,
  { support }: Message,
  checked: CheckedValues,
): RefusedSyntax | null {
  const source = 'HT 2017 (troubleshooting Gmail) 6'
  if (!list || parseError !== null) return { what: parseError ?? 'unreadable CSS', source }
  let refused = findBackslash(css)
  list.children.forEach((node) => {
    if (refused || node.type !== 'Declaration') return
    refused = findRefusedSyntax(node)
    // Gmail checks the values only of properties that it knows.
    if (
      !refused &&
      support.judge('property', node.property.toLowerCase()).honoured &&
      isInvalid(node, checked)
    ) {
      refused = { what: `${node.property}: ${generate(node.value)}`, source }
    }
  })
  return refused
}

function isInvalid({ property, value }: Declaration, checked: CheckedValues): boolean {
  const text = generate(value)
  // css-tree's grammars do not describe vendor values and var().
  const hasNoGrammar = /(?:^|[\s,(])-(?:webkit|moz|ms|o)-|var\(|mso-/i.test(text)
  if (text.length > maxCheckedLength || hasNoGrammar) return false
  const key = `${property}:${text}`
  const known = checked.invalid.get(key)
  if (known !== undefined) return known
  if (checked.gaveUp || checked.invalid.size >= maxCheckedValues) return false
  const { error } = cssLexer.matchProperty(property, value)
  checked.gaveUp = error?.message.startsWith('Maximum iteration number') ?? false
  const isInvalidValue = error?.name === 'SyntaxMatchError' && !checked.gaveUp
  checked.invalid.set(key, isInvalidValue)
  return isInvalidValue
}

import { generate, type Declaration } from 'css-tree'
import { cssLexer } from '../../../engine/css-syntax'
import { placeOf } from '../../../engine/html-tree'
import type { Message, Step, StyleAttribute } from '../../../engine/message'
import { findBackslash, findRefusedSyntax, type RefusedSyntax } from '../refused-syntax'

/** Distinct values that are held against their property's grammar; more than any real email has. */
const maxCheckedValues = 4_000
const maxCheckedLength = 300

/** What is known of values, by property and text. */
interface CheckedValues {
  invalid: Map<string, boolean>
  /** A value was too much for the parser of grammars: no other is held against them. */
  gaveUp: boolean
}

/** HT 2017 (troubleshooting Gmail) 6: one invalid value and the element loses its whole `style` attribute. */
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
    // Its grammar is known to Gmail only for a property that it knows.
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
  // Vendor values and var() are no grammar's business.
  if (text.length > maxCheckedLength || /(?:^|[\s,(])-(?:webkit|moz|ms|o)-|var\(|mso-/i.test(text))
    return false
  const key = `${property}:${text}`
  const known = checked.invalid.get(key)
  if (known !== undefined) return known
  if (checked.gaveUp || checked.invalid.size >= maxCheckedValues) return false
  const { error } = cssLexer.matchProperty(property, value)
  checked.gaveUp = error?.message.startsWith('Maximum iteration number') ?? false
  const invalid = error?.name === 'SyntaxMatchError' && !checked.gaveUp
  checked.invalid.set(key, invalid)
  return invalid
}

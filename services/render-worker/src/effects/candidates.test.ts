import type { Change } from '@pas/email-clients/engine/emulated-document'
import { candidateOf } from './candidates'

const priorityIn = (code: string, rule: string, what: string): number => {
  const change: Change = { rule, what, where: { line: 1, column: 1 }, count: 1, source: 'Litmus' }
  return candidateOf(code, change).priority
}

it('what matters most is left out first: what is mended and was seen elsewhere, before what is seldom more than slight', () => {
  const inOutlook = (rule: string, what: string): number => priorityIn('OL365', rule, what)
  const padding = inOutlook('property-not-on-element', 'padding on <a>')
  expect(padding).toBe(0)
  // Never measured; often seen in corners alone; in every email.
  expect(inOutlook('property-not-on-element', 'line-height on <a>')).toBeGreaterThan(padding)
  expect(inOutlook('declaration-unsupported', 'border-radius')).toBeGreaterThan(padding)
  // A note unless it is seen here.
  expect(inOutlook('at-rule-unsupported', '@media')).toBe(padding)
})

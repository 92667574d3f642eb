import type { ChecksOfEmail, WireFinding } from '@pas/email-checks/answers'
import { compareChecks } from './compare-checks'

const findingOf = (fingerprint: string, more: Partial<WireFinding>): WireFinding => ({
  rule: 'code/declaration-unsupported',
  severity: 'note',
  what: 'p',
  where: null,
  places: [],
  count: 1,
  clients: ['OL365'],
  description: 'A declaration of the styles does nothing: clear.',
  detail: {},
  fix: null,
  basis: 'rule',
  boxes: [],
  parts: [],
  fingerprint,
  source: null,
  source_url: null,
  ...more,
})

const checksOf = (findings: WireFinding[]): ChecksOfEmail => ({
  email_guid: null,
  complete: true,
  clients_checked: ['OL365'],
  counts: { error: 0, warning: 0, note: findings.length },
  checks: [{ name: 'code', status: 'done', description: null, facts: {}, findings }],
})

it('tells nothing gone or new that another version’s pictures sufficed to prove or to refute', () => {
  const unproved = findingOf('unproved', {})
  const proved = findingOf('proved', { basis: 'measured_here' })
  const warning = findingOf('warning', { severity: 'warning', basis: 'measured_elsewhere' })
  const [one, none] = [checksOf([unproved, proved, warning]), checksOf([])]
  expect(compareChecks(one, none).gone).toEqual([proved, warning])
  expect(compareChecks(none, one).new).toEqual([proved, warning])
  expect(compareChecks(one, one)).toMatchObject({ gone: [], new: [], still: [unproved, proved, warning] })
})

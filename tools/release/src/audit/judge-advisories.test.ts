import { auditExceptions, judgeAdvisories } from './judge-advisories'

describe('npm run audit', () => {
  const advisory = { id: 'GHSA-1', severity: 'high', name: 'left', versions: '<2', title: 'It leaks' }
  const exception = { id: 'GHSA-1', because: 'We never call what leaks.', until: '2027-01-01' }

  it('names an advisory that no exception covers', () => {
    expect(judgeAdvisories([advisory], [], '2026-12-31')).toEqual(['GHSA-1 high: left <2: It leaks'])
  })

  it('accepts an exception until its day, and reports the advisory again from that day on', () => {
    expect(judgeAdvisories([advisory], [exception], '2026-12-31')).toEqual([])
    expect(judgeAdvisories([advisory], [exception], '2027-01-01')).toEqual([
      'GHSA-1 high: left <2: It leaks',
      'GHSA-1: its exception ended on 2027-01-01; look at the advisory again, then extend or remove the exception',
    ])
  })

  it('reports an exception for which there is no advisory, and refuses one without a reason or a day', () => {
    expect(judgeAdvisories([], [exception], '2026-12-31')).toEqual([
      'GHSA-1: the registry reports no such advisory; remove its exception',
    ])
    expect(auditExceptions.safeParse([{ ...exception, because: '' }]).success).toBe(false)
    expect(auditExceptions.safeParse([{ ...exception, until: 'never' }]).success).toBe(false)
  })
})

import { auditExceptions, judgeAdvisories } from './judge-advisories'

describe('npm run audit', () => {
  const advisory = { id: 'GHSA-1', severity: 'high', name: 'left', versions: '<2', title: 'It leaks' }
  const exception = { id: 'GHSA-1', because: 'We never call what leaks.', until: '2027-01-01' }

  it('names what is known and not explained', () => {
    expect(judgeAdvisories([advisory], [], '2026-12-31')).toEqual(['GHSA-1 high: left <2: It leaks'])
  })

  it('takes an explanation until its day, and then asks again', () => {
    expect(judgeAdvisories([advisory], [exception], '2026-12-31')).toEqual([])
    expect(judgeAdvisories([advisory], [exception], '2027-01-01')).toEqual([
      'GHSA-1 high: left <2: It leaks',
      'GHSA-1: its explanation was good until 2027-01-01',
    ])
  })

  it('wants an explanation gone that nothing needs, and one in words and with a day', () => {
    expect(judgeAdvisories([], [exception], '2026-12-31')).toEqual([
      'GHSA-1: nothing needs its explanation any more',
    ])
    expect(auditExceptions.safeParse([{ ...exception, because: '' }]).success).toBe(false)
    expect(auditExceptions.safeParse([{ ...exception, until: 'never' }]).success).toBe(false)
  })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import counts from '../documents/checks/template-counts.generated.json'
import { expectedOutcomes, isCounted, writeChecks } from '../documents/checks/write-checks'

describe('docs/checks.md', () => {
  it('has every rule; otherwise run `npm run generate:checks`', () => {
    const document = readFileSync(path.join(__dirname, '../../docs/checks.md'), 'utf8')
    expect(document).toBe(writeChecks(counts, expectedOutcomes()))
  })

  it('has a count for every rule that finds something in the public templates', () => {
    expect(Object.keys(counts.rules).filter((rule) => !isCounted(rule))).toEqual([])
  })
})

import { allRules } from '../src/checks'
import { cleanTemplates, type CleanTemplate } from './clean-templates'
import { cleanTemplate, seed } from './corpus'
import { seededFaults } from './seeded-faults'

describe('a fault that is written into a template of a real engine', () => {
  it.each(seededFaults.map((fault, index) => [`${index + 1} ${fault.rule}`, fault] as const))(
    '%s is found once, at its line, and nothing else because of it',
    async (_name, fault) => {
      const { found, others, place } = await seed(fault)
      const isAnywhere = fault.onlyLine === true
      const expected = { line: place?.line, column: isAnywhere ? undefined : place?.column }
      expect(
        found.map(({ where }) => ({ line: where?.line, column: isAnywhere ? undefined : where?.column })),
      ).toEqual([expected])
      if (fault.severity !== undefined) expect(found[0]?.severity).toBe(fault.severity)
      expect(others.map(({ rule, what }) => [rule, what])).toEqual([])
    },
  )
})

describe('a template without a fault', () => {
  it.each(Object.keys(cleanTemplates) as CleanTemplate[])('%s has no error', async (name) => {
    const { findings } = await cleanTemplate(name)
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})

describe('the corpus', () => {
  it('has a fault of every rule but those of changes, of which /changes has its own', async () => {
    // A dark email client recolours every email.
    const { findings } = await cleanTemplate('newsletter')
    const seeded = new Set([...findings, ...seededFaults].map(({ rule }) => rule))
    const without = allRules.filter(({ name }) => !seeded.has(name) && !name.startsWith('code/'))
    expect(without.map(({ name }) => name)).toEqual([])
    expect(seededFaults.length).toBeGreaterThanOrEqual(60)
  })
})

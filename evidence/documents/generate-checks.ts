/*
 * `npm run generate:checks` runs the corpus of seeded faults and writes `docs/checks.md`. With a folder of public
 * templates, as `npm run bench -- effects` takes one, it first counts what each rule finds in them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { seed } from '../../packages/email-checks/tests/corpus'
import { seededFaults } from '../../packages/email-checks/tests/seeded-faults'
import { countTemplates, type TemplateCounts } from './checks/count-templates'
import { writeChecks } from './checks/write-checks'

const countsFile = path.join(__dirname, 'checks/template-counts.generated.json')

async function main(): Promise<void> {
  const [folder] = process.argv.slice(2)
  if (folder !== undefined) writeFileSync(countsFile, `${JSON.stringify(countTemplates(folder), null, 2)}\n`)
  const outcomes = new Map<string, { found: number; missed: number; others: number }>()
  for (const fault of seededFaults) {
    const { found, others, place } = await seed(fault)
    const isFound = found.length === 1 && found[0]?.where?.line === place?.line
    const known = outcomes.get(fault.rule) ?? { found: 0, missed: 0, others: 0 }
    outcomes.set(fault.rule, {
      found: known.found + Number(isFound),
      missed: known.missed + Number(!isFound),
      others: known.others + others.length,
    })
  }
  const counts = JSON.parse(readFileSync(countsFile, 'utf8')) as TemplateCounts
  const text = writeChecks(counts, outcomes)
  writeFileSync(path.join(__dirname, '../../docs/checks.md'), text)
  process.stdout.write(text)
}

void main()

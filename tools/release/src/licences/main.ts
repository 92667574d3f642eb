import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { clone } from '@pas/stack/clone'
import { findDisallowed, renderLicenceTable } from './licence-table'
import { keyOf, listProductionPackages } from './production-packages'

const packages = listProductionPackages(clone)
writeFileSync(path.join(clone, 'docs', 'licences.md'), renderLicenceTable(packages))
for (const one of findDisallowed(packages)) {
  process.stderr.write(
    `${keyOf(one)}: its licence, ${one.licence ?? 'which its manifest does not name'}, is not allowed; see licence-table.ts\n`,
  )
  process.exitCode = 1
}

/*
 * The import rule, by dependency-cruiser, with a floor under the number of modules it saw: a resolver that quietly finds nothing would
 * otherwise report no violation.
 */
import { spawnSync } from 'node:child_process'

const leastModules = 100
const { stdout, stderr, status } = spawnSync(
  'npx',
  ['depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'packages', 'services'],
  { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
)
if (!stdout) {
  console.error(stderr)
  process.exit(status || 1)
}
const { violations, totalCruised } = JSON.parse(stdout).summary
for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} → ${to}`)
if (totalCruised < leastModules)
  console.error(`only ${totalCruised} modules were seen; at least ${leastModules} are there`)
const ok = violations.length === 0 && totalCruised >= leastModules
if (ok) console.log(`import boundaries: ${totalCruised} modules, no violation`)
process.exit(ok ? 0 : 1)

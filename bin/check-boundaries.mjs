/*
 * Checks the import rule (ARCHITECTURE.md) with dependency-cruiser, between files and then between folders, and that
 * dependency-cruiser saw every source file that git tracks: a wrong path or resolver setting finds no files, and would
 * otherwise report no violation.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const folders = ['packages', 'services', 'tools', 'bench', 'bin', 'evidence', 'examples']

function run(program, args) {
  const { stdout, stderr, status } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (stdout) return stdout
  console.error(stderr)
  process.exit(status || 1)
}

/** Prints the violations. */
function cruise(config) {
  const cruised = run('npx', ['depcruise', '--config', config, '--output-type', 'json', ...folders])
  const { modules, summary } = JSON.parse(cruised)
  for (const { rule, from, to } of summary.violations) console.error(`${rule.name}: ${from} → ${to}`)
  return { modules, violations: summary.violations.length }
}

const { modules, violations } = cruise('.dependency-cruiser.cjs')
const folderViolations = cruise('.dependency-cruiser-folders.cjs').violations

const seen = new Set(modules.map(({ source }) => source))
const missed = run('git', ['ls-files', '-z', ...folders])
  .split('\0')
  .filter((file) => /\.([cm]?js|tsx?)$/.test(file) && !/\.generated\.ts$/.test(file) && existsSync(file))
  .filter((file) => !seen.has(file))
for (const file of missed)
  console.error(`dependency-cruiser did not read ${file}, which git tracks: see .dependency-cruiser.cjs`)

const ok = violations + folderViolations + missed.length === 0
if (ok) console.log(`import boundaries: ${modules.length} modules, no violation`)
process.exit(ok ? 0 : 1)

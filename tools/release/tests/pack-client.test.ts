import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { parse } from 'yaml'
import { packClient } from '../src/client/pack-client'

const repository = path.resolve(__dirname, '../../..')

describe('the package for partners', () => {
  let folder: TestFolder
  let tarball: string
  let installed: string
  /** Of the test's own: a cache, and no registry. */
  let npm: Record<string, string>

  beforeAll(async () => {
    folder = await createTestFolder()
    const name = await packClient({ clone: repository, version: '1.2.3', target: folder.path })
    tarball = path.join(folder.path, name)
    const project = path.join(folder.path, 'project')
    npm = { npm_config_cache: path.join(folder.path, 'cache'), npm_config_offline: 'true' }
    execFileSync('npm', ['install', '--prefix', project, tarball], { env: { ...process.env, ...npm } })
    installed = path.join(project, 'node_modules', 'pas-check')
  })
  afterAll(() => folder.close())

  it('runs by npx in an empty folder', () => {
    const cwd = path.join(folder.path, 'empty')
    execFileSync('mkdir', [cwd])
    const env = { ...process.env, ...npm }
    const printed = execFileSync('npx', ['-y', '-p', tarball, 'pas-check', '--version'], {
      cwd,
      env,
      encoding: 'utf8',
    })
    expect(printed).toBe('pas-check 1.2.3\n')
  })

  it('runs in the GitHub action, whose arguments are no commands', () => {
    const text = readFileSync(path.join(repository, 'infra/github-action/action.yml'), 'utf8')
    const { runs } = parse(text) as { runs: { steps: { run: string }[] } }
    const output = path.join(folder.path, 'output')
    writeFileSync(output, '')
    const act = (inputs: Record<string, string>) =>
      spawnSync('bash', ['-e', '-o', 'pipefail', '-c', runs.steps[0]?.run ?? ''], {
        cwd: folder.path,
        encoding: 'utf8',
        env: {
          ...{ PATH: process.env.PATH, HOME: process.env.HOME, CI: 'true', ...npm },
          ...{ PACKAGE: tarball, REF: 'main', PAS_KEY: '', ...inputs },
          ...{ GITHUB_OUTPUT: output, NODE_EXTRA_CA_CERTS: '' },
        },
      })
    for (const REF of ['main', 'v1', 'a'.repeat(40)])
      expect(act({ PACKAGE: '', REF, ARGS: 'lint dist' })).toMatchObject({
        status: 2,
        stdout: expect.stringMatching(/^::error::.*name one as `package`\.\n$/) as string,
      })
    const unmatched = act({ ARGS: "lint 'dist" })
    expect(unmatched.stderr).toContain('unmatched single quote')
    expect({ status: unmatched.status, stdout: unmatched.stdout }).toEqual({ status: 2, stdout: '' })
    const ran = act({ ARGS: "lint 'dist/**/*.html' '$(touch hacked)'" })
    expect(ran).toMatchObject({ status: 0, stdout: expect.stringContaining('Skipped') as string })
    expect(readFileSync(output, 'utf8')).toContain('verdict=skipped\n')
    expect(readdirSync(folder.path)).not.toContain('hacked')
  })

  it('has two files of at most 60 KB, and needs no other package', () => {
    for (const name of ['pas-check.mjs', 'index.mjs'])
      expect(statSync(path.join(installed, name)).size).toBeLessThanOrEqual(60 * 1024)
    expect(readdirSync(path.join(installed, '..')).filter((name) => !name.startsWith('.'))).toEqual([
      'pas-check',
    ])
  })

  it('says so when its output has no room', () => {
    const script = '"$0" "$1" --help > /dev/full'
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', script, process.execPath, path.join(installed, 'pas-check.mjs')],
      { encoding: 'utf8' },
    )
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: expect.stringMatching(/^pas-check: .*ENOSPC.*\n$/) as string,
    })
  })

  it('helps in little more time than an empty program', () => {
    const timeOf = (args: string[]): number =>
      Math.min(
        ...Array.from({ length: 5 }, () => {
          const startedAtMs = performance.now()
          expect(spawnSync(process.execPath, args).status).toBe(0)
          return performance.now() - startedAtMs
        }),
      )
    const empty = timeOf(['--eval', ''])
    expect(timeOf([path.join(installed, 'pas-check.mjs'), '--help'])).toBeLessThan(2 * empty + 50)
  })

  it('has types for programs that resolve as Node does', () => {
    const file = path.join(installed, '../../program.mts')
    writeFileSync(
      file,
      `import { createService, openWebhook, type Checks } from 'pas-check'
      export async function check(): Promise<Checks['counts']> {
        const service = createService({ url: 'https://pas.test/v1', key: 'k' })
        const { email_guid } = await service.createEmail({ html_text: '<p>' })
        // @ts-expect-error: no such member
        await service.createEmail({ html: '' })
        return (await service.waitForChecks(email_guid)).counts
      }
      export const message = openWebhook('whsec_', new Headers(), '')`,
    )
    const args = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node']
    const typeRoots = path.join(repository, 'node_modules/@types')
    const compiler = path.join(repository, 'node_modules/.bin/tsc')
    const { stdout } = spawnSync(compiler, [...args, '--typeRoots', typeRoots, file], { encoding: 'utf8' })
    expect(stdout).toBe('')
  })
})

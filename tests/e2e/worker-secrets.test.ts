import { getPriority } from 'node:os'
import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { listPids, readProcessStat } from '@pas/runtime/process-stat'
import { describeWithEngine } from '@pas/testing/engines-found'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { until } from '@pas/testing/until'
import { createServices, type Services } from './start-services'

const secrets =
  /^(DATABASE_URL|REDIS_URL|SESSION_SECRET|ENCRYPTION_KEYS|AWS_SECRET_ACCESS_KEY|TEST_DATABASE_URL)=/m

let services: Services
let folder: TestFolder
beforeAll(async () => {
  services = await createServices({ AWS_ACCESS_KEY_ID: 'worker', AWS_SECRET_ACCESS_KEY: 'secret' })
  folder = await createTestFolder()
})
afterAll(async () => {
  await services.close()
  await folder.close()
})

/**
 * Writes a program that the worker starts in place of an engine. It records every environment that it can read, and
 * every worker to which it can send signals.
 */
function plantProgram(): { program: string; readFindings: () => string } {
  const [program, findings] = [path.join(folder.path, 'program'), path.join(folder.path, 'findings')]
  writeFileSync(
    program,
    `#!/bin/sh
{
  tr '\\0' '\\n' </proc/self/environ
  for environment in /proc/[0-9]*/environ; do tr '\\0' '\\n' <"$environment"; done
  for process in $(grep -l render-worker/dist/main.js /proc/[0-9]*/cmdline); do
    number=\${process#/proc/}
    kill -0 "\${number%/cmdline}" && echo "signals $process"
  done
} >'${findings}.new' 2>/dev/null
mv '${findings}.new' '${findings}'
exit 1
`,
  )
  chmodSync(program, 0o755)
  return { program, readFindings: () => (existsSync(findings) ? readFileSync(findings, 'utf8') : '') }
}

describe.each([
  ['chromium', 'CHROMIUM_PATH'],
  ['firefox', 'FIREFOX_PATH'],
  ['thunderbird', 'THUNDERBIRD_PATH'],
])('a program started in place of %s', (engine, variable) => {
  it('can read no secret in any environment, and can send no signal to a worker', async () => {
    const { program, readFindings } = plantProgram()
    await expect(services.startWorker(engine, { [variable]: program })).rejects.toThrow('cannot start')
    const findings = readFindings()
    expect(findings).toContain('PATH=')
    expect(findings).not.toMatch(secrets)
    expect(findings).not.toContain('signals')
  })
})

describeWithEngine(
  'chromium',
  'a worker under a Node that its own user may run but not read, as in the images',
  () => {
    it('works, and no program of that user can read its environment or memory', async () => {
      const node = path.join(folder.path, 'node')
      copyFileSync(process.execPath, node)
      chmodSync(node, 0o111)
      const launcher = ['/bin/sh', '-c', 'shift; exec "$0" "$@"', node]
      const open = await services.startWorker('text')
      expect(readFileSync(`/proc/${open.process.pid}/environ`, 'latin1').replaceAll('\0', '\n')).toMatch(
        secrets,
      )
      const sealed = await services.startWorker('chromium,text', {}, launcher)
      for (const file of ['environ', 'mem', 'maps'])
        expect(() => readFileSync(`/proc/${sealed.process.pid}/${file}`)).toThrow('EACCES')
      // By default Node answers SIGUSR1 by opening a debugger on loopback.
      for (const { process: worker } of [open, sealed]) worker.kill('SIGUSR1')
      for (const worker of [open, sealed]) {
        expect(await worker.stop()).toBe(0)
        expect(worker.output()).not.toContain('Debugger')
      }
    })
  },
)

describeWithEngine('chromium', 'with ENGINE_NICE', () => {
  it('a browser has that niceness, also where the kernel shares the processors among sessions, and its worker has 0', async () => {
    const worker = await services.startWorker('chromium', { ENGINE_NICE: '7' })
    const { pid = 0 } = worker.process
    const stats = listPids().flatMap((one) => readProcessStat(one) ?? [])
    const groups = new Set(
      stats.filter(({ parentPid }) => parentPid === pid).map((one) => one.processGroupId),
    )
    const browser = stats.filter(({ processGroupId }) => groups.has(processGroupId))
    expect(browser.length).toBeGreaterThan(1)
    expect(getPriority(pid)).toBe(0)
    expect(browser.map((one) => [one.name, getPriority(one.pid)])).toEqual(
      browser.map(({ name }) => [name, 7]),
    )
    if (existsSync('/proc/self/autogroup')) {
      const isBehind = (group: number): boolean =>
        /nice 7$/m.test(readFileSync(`/proc/${group}/autogroup`, 'utf8'))
      await until(() => [...groups].every(isBehind))
    }
    await worker.stop()
  })
})

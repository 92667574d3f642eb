import { spawn } from 'node:child_process'
import { readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { testVariable } from '@pas/testing/test-environment'
import { createTestFolder } from '@pas/testing/test-folder'
import { chromiumFlags } from '../src/engines/chromium/chromium-flags'
import { pixel, processesIn, startTestChromium, until, type TestChromium } from './test-chromium'
import { startTestEngine } from './test-engine'

const lime = '<body style="margin:0;background:#0f0">'
/** Takes the browser some seconds: long enough to be hit in the middle. */
const slow = `<body style="margin:0;background:#0f0">${'<div style="filter:blur(40px);height:1500px;background:linear-gradient(red,lime)"></div>'.repeat(10)}`
const endless = `${lime}<style>${'*:not(:has(a)) '.repeat(9)}{color:red}</style>${'<div>'.repeat(400)}${'<b></b>'.repeat(30_000)}`

describe('when the browser fails', () => {
  let chromium: TestChromium
  beforeEach(async () => {
    chromium = await startTestChromium()
  })
  afterEach(() => chromium.close())

  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    'by %s in the middle of captures, another finishes them',
    async (signal) => {
      const doomed = [...chromium.engine.processGroupIds]
      const pictures = [chromium.draw(slow), chromium.draw(slow)]
      for (const pid of doomed) process.kill(pid, signal)
      for (const picture of await Promise.all(pictures)) expect(picture.width).toBe(600)
      await until(() => processesIn(doomed) === 0)
    },
  )

  it('by its deadline, says so at once, ends what hangs, and draws the next', async () => {
    const [hung] = chromium.engine.processGroupIds
    const abort = new AbortController()
    const capture = chromium.engine.capture(
      {
        kind: 'html',
        html: endless,
        frame: { width: 600, height: 400, deviceScaleFactor: 1, mobile: false, colorScheme: 'light' },
        captureSelector: null,
      },
      abort.signal,
    )
    setTimeout(() => abort.abort(), 300)
    await expect(capture).rejects.toMatchObject({ kind: 'capture_timeout', maxAttempts: 2 })
    expect(await pixel(await chromium.draw(lime), 10, 10)).toBe('#00ff00')
    await until(() => processesIn([hung ?? 0]) === 0)
  })
})

describe('when the browser does not start any more', () => {
  it('the engine says so, fails at once, and works again as soon as it does', async () => {
    const folder = await createTestFolder()
    const program = path.join(folder.path, 'browser')
    const install = (): void => symlinkSync(testVariable('CHROMIUM_PATH'), program)
    install()
    const chromium = await startTestEngine('chromium', {}, { chromiumPath: program })
    try {
      await chromium.draw(lime)
      expect(chromium.engine.isHealthy).toBe(true)
      rmSync(program)
      // The one at work and its spare; no other can follow.
      while (chromium.engine.processGroupIds.length > 0) {
        const pids = chromium.engine.processGroupIds
        for (const pid of pids) process.kill(pid, 'SIGKILL')
        await until(() => processesIn(pids) === 0)
      }
      await expect(chromium.draw(lime)).rejects.toMatchObject({ kind: 'engine_crashed' })
      expect(chromium.engine.isHealthy).toBe(false)
      install()
      await until(() => chromium.engine.isHealthy)
      expect(await pixel(await chromium.draw(lime), 10, 10)).toBe('#00ff00')
    } finally {
      await chromium.close()
      await folder.close()
    }
  })
})

describe('over many captures', () => {
  const captures = process.env.TEST_LONG ? 300 : 40
  const timeoutMs = 30_000 + captures * 1_500

  it(
    'browsers are replaced by count, none stays, and no capture waits for one to start',
    async () => {
      const chromium = await startTestChromium({ captures: 15 })
      const seen = new Set<number>()
      try {
        for (let capture = 0; capture < captures; capture++) {
          for (const pid of chromium.engine.processGroupIds) seen.add(pid)
          const [first, second] = await Promise.all([chromium.draw(lime), chromium.draw(lime)])
          expect(first.png.equals(second.png)).toBe(true)
        }
        // Of two at a time the second may be one too many for a browser.
        expect(seen.size).toBeGreaterThanOrEqual(Math.floor((captures * 2) / 16))
        // The one at work and its spare.
        await until(() => [...seen].filter((pid) => processesIn([pid]) > 0).length <= 2)
      } finally {
        await chromium.close()
      }
      await until(() => processesIn([...seen]) === 0)
      expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`pas-chromium-${process.pid}.`))).toEqual(
        [],
      )
    },
    timeoutMs,
  )

  it(
    'the processes of a browser are as many as before',
    async () => {
      const chromium = await startTestChromium()
      try {
        for (let capture = 0; capture < 5; capture++) await chromium.draw(lime)
        const groups = chromium.engine.processGroupIds
        // The pages that wait: one more than captures at a time, in each browser at most.
        const idle = async (): Promise<number> => {
          let last = -1
          await until(() => {
            const now = processesIn(groups)
            const isSteady = now === last
            last = now
            return isSteady
          })
          return last
        }
        const before = await idle()
        for (let capture = 0; capture < captures; capture++) await chromium.draw(lime)
        await until(() => processesIn(groups) <= before + 1)
      } finally {
        await chromium.close()
      }
    },
    timeoutMs,
  )
})

describe('when the worker itself is killed', () => {
  it('its browsers end by themselves', async () => {
    const folder = await createTestFolder()
    const child = spawn(process.execPath, ['-e', orphanMaker(folder.path)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const browserPid = await new Promise<number>((resolve) => {
      child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())))
    })
    expect(processesIn([browserPid])).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await until(() => processesIn([browserPid]) === 0)
    await folder.close()
  })
})

/** A process that starts a browser as we do and says its process group. */
function orphanMaker(profileFolder: string): string {
  const flags = chromiumFlags({
    proxyUrl: 'http://127.0.0.1:9',
    profileFolder,
    isSandboxed: true,
  })
  return `const child = require('node:child_process').spawn(${JSON.stringify(process.env.CHROMIUM_PATH)}, ${JSON.stringify(flags)}, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true })
    child.stdio[4].once('data', () => process.stdout.write(String(child.pid)))
    child.stdio[3].write('{"id":1,"method":"Browser.getVersion"}\\0')`
}

import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describeWithEngine } from '@pas/testing/engines-found'
import { pixel, processesIn, until } from './test-chromium'
import { desktopFrame, startTestEngine, type TestEngine } from './test-engine'

const lime = '#00ff00'
const limePage = '<body style="margin:0;background:#0f0">'
const scratchPrefix = `pas-webkit-${process.pid}.`

const scratchFolders = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith(scratchPrefix))

/** How many X servers run for us; they are in no process group of ours. */
const xServers = (): number =>
  readdirSync('/proc').filter((pid) => {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      return line.startsWith('Xvfb') && line.includes(scratchPrefix)
    } catch {
      return false
    }
  }).length

/** Takes the engine some seconds: long enough to be hit in the middle. */
const slow = `${limePage}${'<div style="filter:blur(40px);height:1500px;background:linear-gradient(red,lime)"></div>'.repeat(10)}`
const endless = `${limePage}${'<div style="filter:blur(60px);min-height:4000px;background:linear-gradient(red,lime)">'.repeat(30)}`

describeWithEngine('webkit', 'when WebKit fails', () => {
  let webkit: TestEngine
  beforeEach(async () => {
    webkit = await startTestEngine('webkit')
  })
  afterEach(() => webkit.close())

  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    'by %s in the middle of captures, another finishes them',
    async (signal) => {
      const doomed = [...webkit.engine.processGroupIds]
      const pictures = [webkit.draw(slow), webkit.draw(slow)]
      for (const pid of doomed) process.kill(-pid, signal)
      for (const picture of await Promise.all(pictures)) expect(picture.width).toBe(600)
      await until(() => processesIn(doomed) === 0)
    },
  )

  it('by its deadline, says so at once, ends what hangs, and draws the next', async () => {
    const [hung] = webkit.engine.processGroupIds
    await expect(
      webkit.capture({ kind: 'html', html: endless, frame: desktopFrame, captureSelector: null }, 300),
    ).rejects.toMatchObject({ kind: 'capture_timeout' })
    expect(await pixel(await webkit.draw(limePage), 10, 10)).toBe(lime)
    await until(() => processesIn([hung ?? 0]) === 0)
  })
})

describeWithEngine('webkit', 'over many captures WebKit', () => {
  it(
    'is replaced by count, and neither a process nor a file of it stays',
    async () => {
      const webkit = await startTestEngine('webkit', { captures: 3 })
      const seen = new Set<number>()
      try {
        for (let capture = 0; capture < (process.env.TEST_LONG ? 60 : 8); capture++) {
          for (const pid of webkit.engine.processGroupIds) seen.add(pid)
          expect(await pixel(await webkit.draw(limePage), 10, 10)).toBe(lime)
        }
        expect(xServers()).toBeGreaterThan(0)
        expect(seen.size).toBeGreaterThanOrEqual(3)
        await until(() => [...seen].filter((pid) => processesIn([pid]) > 0).length <= 2)
      } finally {
        await webkit.close()
      }
      await until(() => processesIn([...seen]) === 0)
      expect(scratchFolders()).toEqual([])
      await until(() => xServers() === 0)
    },
    process.env.TEST_LONG ? 200_000 : 30_000,
  )
})

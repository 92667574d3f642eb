import { readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isLongRun } from '@pas/testing/long-run'
import { testVariable } from '@pas/testing/test-environment'
import { createTestFolder } from '@pas/testing/test-folder'
import { pixel, processesIn, startTestChromium, until } from './test-chromium'
import { startTestEngine } from './test-engine'

const lime = '<body style="margin:0;background:#0f0">'

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
      // A spare that is being started now would come after its program is gone.
      await until(() => chromium.engine.processGroupIds.length > 1)
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
  const captures = isLongRun ? 300 : 25
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

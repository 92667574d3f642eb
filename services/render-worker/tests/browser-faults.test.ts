import { readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isLongRun, itInLongRun } from '@pas/testing/long-run'
import { countInGroups } from '@pas/testing/processes'
import { testVariable } from '@pas/testing/test-environment'
import { createTestFolder } from '@pas/testing/test-folder'
import { until } from '@pas/testing/until'
import { pixel, startTestChromium } from './test-chromium'
import { startTestEngine } from './test-engine'

const lime = '<body style="margin:0;background:#0f0">'

describe('when the browser does not start any more', () => {
  it('the engine is unhealthy and fails captures at once, until the browser starts again', async () => {
    const folder = await createTestFolder()
    const program = path.join(folder.path, 'browser')
    const install = (): void => symlinkSync(testVariable('CHROMIUM_PATH'), program)
    install()
    const chromium = await startTestEngine('chromium', {}, { chromiumPath: program })
    try {
      await chromium.draw(lime)
      expect(chromium.engine.isHealthy).toBe(true)
      // Wait for the spare: if it were still starting, it could come up after the program is removed.
      await until(() => chromium.engine.processGroupIds.length > 1)
      rmSync(program)
      // Kill the browser in use and its spare; without the program no other can start.
      while (chromium.engine.processGroupIds.length > 0) {
        const pids = chromium.engine.processGroupIds
        for (const pid of pids) process.kill(pid, 'SIGKILL')
        await until(() => countInGroups(pids) === 0)
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
  const captures = isLongRun ? 300 : 10
  const timeoutMs = 30_000 + captures * 1_500

  // In the short run engine-faults.test.ts does it, with few captures.
  itInLongRun(
    'browsers are replaced after their maximum of captures, and none is left over',
    async () => {
      const chromium = await startTestChromium({ captures: 15 })
      const seen = new Set<number>()
      try {
        for (let capture = 0; capture < captures; capture++) {
          for (const pid of chromium.engine.processGroupIds) seen.add(pid)
          const [first, second] = await Promise.all([chromium.draw(lime), chromium.draw(lime)])
          expect(first.png.equals(second.png)).toBe(true)
        }
        // Of two concurrent captures, the second may exceed a browser's limit by one.
        expect(seen.size).toBeGreaterThanOrEqual(Math.floor((captures * 2) / 16))
        // The browser in use and its spare.
        await until(() => [...seen].filter((pid) => countInGroups([pid]) > 0).length <= 2)
      } finally {
        await chromium.close()
      }
      await until(() => countInGroups([...seen]) === 0)
      expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`pas-chromium-${process.pid}.`))).toEqual(
        [],
      )
    },
    timeoutMs,
  )

  it(
    'a browser has no more processes than before',
    async () => {
      const chromium = await startTestChromium()
      try {
        for (let capture = 0; capture < 5; capture++) await chromium.draw(lime)
        const groups = chromium.engine.processGroupIds
        // Waits until the number of processes, which includes those of ready pages, no longer changes.
        const idle = async (): Promise<number> => {
          let last = -1
          await until(() => {
            const now = countInGroups(groups)
            const isSteady = now === last
            last = now
            return isSteady
          })
          return last
        }
        const before = await idle()
        for (let capture = 0; capture < captures; capture++) await chromium.draw(lime)
        await until(() => countInGroups(groups) <= before + 1)
      } finally {
        await chromium.close()
      }
    },
    timeoutMs,
  )
})

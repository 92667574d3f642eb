import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describeWithEngine } from '@pas/testing/engines-found'
import { isLongRun, itInLongRun } from '@pas/testing/long-run'
import type { ProcessStat } from '@pas/runtime/process-stat'
import { countInGroups, descendantsOf, withDescendants } from '@pas/testing/processes'
import { until } from '@pas/testing/until'
import type { Picture } from '../src/engines/engine'
import { pixel } from './test-chromium'
import { messageWith, desktopFrame, startTestEngine, type TestEngine } from './test-engine'

/** How long a capture may take on a busy machine; it only ends a test that hangs. */
const patienceMs = 120_000

const lime = '<body style="margin:0;background:#0f0">'
const blurred = '<div style="filter:blur(40px);min-height:1500px;background:linear-gradient(red,lime)">'
/** Takes every engine some seconds, so that a signal hits it in mid-capture. */
const slow = `${lime}${`${blurred}</div>`.repeat(10)}`
/** Takes longer than any deadline: nested blurs, each of which blurs everything inside it. */
const endless = `${lime}${blurred.replace('1500px', '4000px').repeat(30)}`

/**
 * Engines of one program. Roundcube, which consists of several, has faults of its own in roundcube-pictures.test.ts.
 */
const engines = ['chromium', 'firefox', 'thunderbird', 'webkit'] as const
type Name = (typeof engines)[number]

const draw = (name: Name, engine: TestEngine, html: string, timeoutMs?: number): Promise<Picture> =>
  name === 'thunderbird'
    ? engine.capture(
        { kind: 'message', source: messageWith(html), frame: desktopFrame, images: 'allowed' },
        timeoutMs,
      )
    : engine.capture({ kind: 'html', html, frame: desktopFrame, captureSelector: null }, timeoutMs)

/** Script that starts an engine as the worker does and prints its process group ids. */
const starter = (name: string): string => `
  const { startAssetOrigin, blankPageUrl } = require('./asset-origin')
  const { startEngine } = require('./engines/engine-registry')
  startAssetOrigin(() => undefined)
    .then((origin) => startEngine('${name}', {
      ...origin, blankPageUrl, chromiumPath: process.env.CHROMIUM_PATH ?? null, firefoxPath: null, thunderbirdPath: null,
      concurrency: 1, isSandboxed: true, engineLimits: {}, onStartFailed: () => undefined, framesOf: () => [], environment: process.env,
    }))
    .then((engine) => process.stdout.write(JSON.stringify(engine.processGroupIds)))`

for (const name of engines) {
  // In the short run the two of Mozilla, which we start and stop with the same code, have half of the faults each.
  const itFails = name === 'thunderbird' ? itInLongRun : it
  const itEnds = name === 'firefox' ? itInLongRun : it

  describeWithEngine(name, `when ${name} fails`, () => {
    let engine: TestEngine
    beforeAll(async () => {
      engine = await startTestEngine(name, { pulseTimeoutMs: 5_000 })
    })
    afterAll(() => engine.close())

    // SIGSTOP for Chromium only in the short run: a hanging process is found by its missed ping, after some seconds.
    const signals = ['SIGKILL', ...(isLongRun || name === 'chromium' ? ['SIGSTOP' as const] : [])] as const
    for (const signal of signals)
      itFails(
        `by ${signal} in mid-capture, another process finishes its captures`,
        async () => {
          // Only the process in use: a stopped spare would be found in the same way once it is used.
          const doomed = engine.engine.processGroupIds.slice(0, 1)
          const pictures = [draw(name, engine, slow, patienceMs), draw(name, engine, slow, patienceMs)]
          for (const pid of doomed) process.kill(-pid, signal)
          for (const picture of await Promise.all(pictures)) expect(picture.height).toBeGreaterThan(400)
          await until(() => countInGroups(doomed) === 0)
        },
        3 * patienceMs,
      )

    if (name === 'firefox')
      it(
        'because a program that it started is killed, it ends with the zombie that it never waits for, and the next draws',
        async () => {
          await draw(name, engine, lime)
          const helpers = (): ProcessStat[] =>
            withDescendants(engine.engine.processGroupIds).filter(({ name: program }) =>
              program.startsWith('RDD Process'),
            )
          await until('there are helpers', () => [helpers().length > 0, helpers()])
          const zombies = (): ProcessStat[] => descendantsOf(process.pid).filter(({ isZombie }) => isZombie)
          const killed = helpers().map(({ pid }) => pid)
          for (const pid of killed) process.kill(pid, 'SIGKILL')
          const areLeft = (): boolean => zombies().some(({ pid }) => killed.includes(pid))
          await until('they are zombies', () => [areLeft(), zombies()])
          await engine.engine.endWithZombies()
          await engine.engine.endWithZombies()
          await until('no zombie is left of them', () => [!areLeft(), zombies()])
          expect((await draw(name, engine, lime)).height).toBeGreaterThan(0)
        },
        3 * patienceMs,
      )

    itFails(
      'by missing a deadline, the capture fails at once, the hanging process ends, and the sample and the next document are drawn',
      async () => {
        await draw(name, engine, lime)
        const before = [...engine.engine.processGroupIds]
        await expect(draw(name, engine, endless, 300)).rejects.toMatchObject({ kind: 'capture_timeout' })
        expect(await engine.engine.drawSample(AbortSignal.timeout(patienceMs))).toBeGreaterThan(0)
        expect(await pixel(await draw(name, engine, lime), 10, 10)).toBe('#00ff00')
        await until(() => before.some((pid) => countInGroups([pid]) === 0))
      },
    )
  })

  describeWithEngine(name, `the processes of ${name}`, () => {
    const captures = isLongRun ? 60 : 4

    itEnds(
      'are replaced after their maximum of captures, and leave no process and no file behind',
      async () => {
        const engine = await startTestEngine(name, { captures: 3 })
        const seen = new Set<number>()
        try {
          for (let capture = 0; capture < captures; capture++) {
            expect(await pixel(await draw(name, engine, lime), 10, 10)).toBe('#00ff00')
            for (const pid of engine.engine.processGroupIds) seen.add(pid)
          }
          expect(seen.size).toBeGreaterThanOrEqual(Math.floor(captures / 3))
        } finally {
          await engine.close()
        }
        await until(() => countInGroups([...seen]) === 0)
        const own = `pas-${name}-${process.pid}.`
        expect(readdirSync(tmpdir()).filter((file) => file.startsWith(own))).toEqual([])
      },
      patienceMs + captures * 10_000,
    )

    itEnds('end when the worker is killed', async () => {
      const worker = spawn(process.execPath, ['-e', starter(name)], {
        cwd: path.resolve(__dirname, '../dist'),
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const groups = await new Promise<number[]>((resolve) => {
        worker.stdout.once('data', (chunk: Buffer) => resolve(JSON.parse(chunk.toString()) as number[]))
      })
      expect(countInGroups(groups)).toBeGreaterThan(0)
      worker.kill('SIGKILL')
      await until(() => countInGroups(groups) === 0)
    })
  })
}

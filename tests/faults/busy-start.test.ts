import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { itInLongRun } from '@pas/testing/long-run'
import { createTestFolder } from '@pas/testing/test-folder'
import { inSeconds, saySeen } from './say-seen'

const repository = path.resolve(__dirname, '../..')
const starts = 20
const busyLoops = 4
/**
 * The first of 50 ports, below those that Linux gives to outgoing connections (32768 and above), so that none takes one
 * of them.
 */
const portBase = 10_000 + (process.pid % 400) * 50

/**
 * Starts what `npm start` runs, with everything in `home`, and with only the variables by which it finds its programs.
 */
function startStack(home: string): ChildProcess {
  const { PATH, HOME, TMPDIR, CHROMIUM_PATH, FONTCONFIG_FILE, PAS_STACK } = process.env
  return spawn(
    process.execPath,
    [path.join(repository, 'tools/stack/dist/main.js'), '--engines', 'chromium,text'],
    {
      env: {
        ...{ PATH, HOME, TMPDIR, CHROMIUM_PATH, FONTCONFIG_FILE, PAS_STACK },
        PAS_HOME: home,
        PAS_PORT_BASE: String(portBase),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  )
}

describe('a stack that starts on a busy machine', () => {
  itInLongRun(
    'is ready each time, beside four busy loops on the processor',
    async () => {
      const folder = await createTestFolder()
      const loops = Array.from({ length: busyLoops }, () =>
        spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' }),
      )
      let slowestMs = 0
      let stack: ChildProcess | null = null
      try {
        for (let number = 1; number <= starts; number++) {
          stack = startStack(folder.path)
          const exited = once(stack, 'exit').then(([code]) => code as number | null)
          const beganAt = performance.now()
          let output = ''
          const ready = new Promise<'ready'>((resolve) => {
            for (const stream of [stack?.stdout, stack?.stderr])
              stream?.on('data', (part: Buffer) => {
                output += part.toString()
                if (/^ready$/m.test(output)) resolve('ready')
              })
          })
          const outcome = await Promise.race([ready, exited])
          if (outcome !== 'ready') throw new Error(`start ${number} ended with ${outcome}: ${output}`)
          slowestMs = Math.max(slowestMs, performance.now() - beganAt)
          stack.kill('SIGTERM')
          expect(await exited).toBe(0)
        }
      } finally {
        for (const loop of loops) loop.kill('SIGKILL')
        stack?.kill('SIGTERM')
        await folder.close()
      }
      saySeen(`${starts} starts beside ${busyLoops} busy loops, the slowest`, inSeconds(slowestMs))
    },
    45 * 60_000,
  )
})

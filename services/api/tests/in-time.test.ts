import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'

/** As the reading threads load it. */
const file = path.join(__dirname, '../dist/emulation/in-time.js')

describe('work of a reading thread that is not done in its time', () => {
  it('is ended, whatever it catches, and the thread goes on with its next work', async () => {
    const thread = new Worker(
      `const { parentPort } = require('node:worker_threads')
       const { inTime } = require(${JSON.stringify(file)})
       const kept = { isKept: true }
       parentPort.postMessage([
         inTime(() => { for (;;); }, 20),
         inTime(() => { try { for (;;); } catch { return 'caught' } }, 20),
         inTime(() => /^(a+)+$/.test('a'.repeat(60) + 'b'), 20),
         inTime(() => 'no time is left', 0),
         inTime(() => kept, 10_000),
       ])`,
      { eval: true },
    )
    const [answers] = (await once(thread, 'message')) as [unknown]
    await thread.terminate()
    expect(answers).toEqual([null, null, null, null, { isKept: true }])
  })
})

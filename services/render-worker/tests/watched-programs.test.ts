import { spawn } from 'node:child_process'
import path from 'node:path'
import { countInGroups } from '@pas/testing/processes'
import { until } from '@pas/testing/until'
import { startProgram } from '../src/engines/supervised/start-program'

const sleeper = { engine: 'test', command: '/bin/sleep', args: () => ['600'], environment: { PATH: '/bin' } }

/** Script of a process that starts a program which does not end by itself, and prints its process group id. */
const starter = `require('./engines/supervised/start-program')
  .startProgram({ engine: 'test', command: '/bin/sleep', args: () => ['600'], environment: { PATH: '/bin' }, isWatched: true })
  .then(({ pid }) => process.stdout.write(String(pid)))`

describe('a program that does not notice when the worker dies', () => {
  it('ends when the worker is killed', async () => {
    const worker = spawn(process.execPath, ['-e', starter], {
      cwd: path.resolve(__dirname, '../dist'),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const pid = await new Promise<number>((resolve) => {
      worker.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())))
    })
    await until(() => countInGroups([pid]) > 1)
    worker.kill('SIGKILL')
    await until(() => countInGroups([pid]) === 0)
  })

  it('ends with all its child processes when it is killed', async () => {
    const program = await startProgram({ ...sleeper, isWatched: true })
    await program.kill()
    await until(() => countInGroups([program.pid]) === 0)
  })

  it('is reported as exited when it ends by itself', async () => {
    const program = await startProgram({ ...sleeper, args: () => ['0'], isWatched: true })
    await program.exited
    await program.kill()
    await until(() => countInGroups([program.pid]) === 0)
  })
})

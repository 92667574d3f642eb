import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** A program that has not ended this long after SIGTERM is killed. */
const stopGraceMs = 3_000

/** The programs that run now. */
const running = new Set()
let isEnding = false

/**
 * Runs a program to its end without blocking, so that this process can be told to stop meanwhile. Resolves to its
 * status (null after a signal) and what it printed, or to `error` when it could not be started.
 */
export async function runProgram(command, args, options) {
  // Once this process is being stopped, start nothing and never resolve: it exits when the running programs have ended.
  if (isEnding) return new Promise(() => undefined)
  // In a process group of its own, so that the programs that it starts can be ended with it.
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(child, 'close')
  running.add({ pid: child.pid, closed })
  try {
    const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), closed])
    return { status, stdout, stderr }
  } catch (error) {
    return { status: null, stdout: '', stderr: '', error }
  } finally {
    for (const program of running) if (program.closed === closed) running.delete(program)
  }
}

/** Ends the programs that run, with those that they started, and resolves when they have ended. */
export async function endPrograms() {
  isEnding = true
  const signalAll = (signal) => {
    for (const { pid } of running) {
      try {
        process.kill(-pid, signal)
      } catch {
        // It has ended, or never started.
      }
    }
  }
  const ended = Promise.allSettled([...running].map(({ closed }) => closed))
  signalAll('SIGTERM')
  const killing = setTimeout(() => signalAll('SIGKILL'), stopGraceMs)
  await ended
  clearTimeout(killing)
}

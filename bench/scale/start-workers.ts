import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export interface WorkersOptions {
  engine: string
  /** Each has connections and places of its own, as a worker's process has. */
  workers: number
  concurrency: number
  captureMs: number
  /** Whether they say to the API that they serve the engine. */
  isAvailable: boolean
}

/** A preview's id, and when its job was taken, by `Date.now()`. */
export type PickedUp = [previewId: string, at: number]

export interface SimulatedWorkers {
  process: ChildProcess
  /** With SIGKILL. Resolves when it has ended. */
  kill(): Promise<void>
}

/** Resolves when they wait for jobs. `onPickedUp` is called after the capture, with its first attempt's time or later. */
export async function startWorkers(
  options: WorkersOptions,
  env: NodeJS.ProcessEnv,
  onPickedUp: (pickedUp: readonly PickedUp[]) => void,
): Promise<SimulatedWorkers> {
  const child = fork(path.join(__dirname, 'simulated-workers.ts'), [JSON.stringify(options)], { env })
  const ended = once(child, 'exit')
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message) => {
      if (message === 'ready') resolve()
      else onPickedUp(message as PickedUp[])
    })
    child.once('exit', (code) => reject(new Error(`simulated workers ended at once (${code})`)))
  })
  await ready
  return {
    process: child,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

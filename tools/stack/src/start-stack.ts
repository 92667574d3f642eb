import { prepareHome, type Home } from './home'
import { endMarkedProcesses } from './marked-processes'
import { endLeftovers, findRecordedProcess, forgetProcess, recordProcess } from './process-record'
import { progress, StackError } from './progress'
import { resolveIdentity } from './resolve-identity'
import { removeStackFiles, writeStackFile, type InStackFile, type StackFile } from './stack-file'
import type { StackOptions } from './stack-options'
import { startServices, type RunningStack } from './start-services'
import { Supervisor } from './supervisor'

const leftoverGraceMs = 3_000
const supervisorRecord = 'supervisor'

export interface Stack<Made> {
  /** Services first, stores last. */
  stop(): Promise<void>
  kill(): void
  /** Resolves when stack.json says so. Rejects with a `StackError`. */
  ready: Promise<{ file: StackFile; made: Made }>
}

/** `makeFirstRows` is called when all services are ready. */
export function startStack<Made extends InStackFile>(
  options: StackOptions,
  clone: string,
  makeFirstRows: (running: RunningStack) => Promise<Made>,
): Stack<Made> {
  let file: StackFile | null = null
  let home: Home | null = null
  const supervisor = new Supervisor(options.homePath, () => {
    if (file) writeStackFile(options.homePath, (file = { ...file, processes: supervisor.processes }))
  })
  const stopping = new AbortController()
  const { signal } = stopping
  const start = async (): Promise<{ file: StackFile; made: Made }> => {
    const identity = resolveIdentity()
    const prepared = await prepareHome(options.homePath, clone, identity)
    signal.throwIfAborted()
    await takeOverHome(prepared)
    home = prepared
    signal.throwIfAborted()
    const running = await startServices(options, prepared, identity, supervisor, signal)
    const made = await makeFirstRows(running)
    signal.throwIfAborted()
    const { demo } = made
    file = { ...running.file, processes: supervisor.processes, ...(demo && { demo }) }
    writeStackFile(options.homePath, file)
    return { file, made }
  }
  const ready = start()
  return {
    ready,
    stop: async () => {
      file = null
      stopping.abort(new StackError('The stack was stopped before it was ready.'))
      // Before `takeOverHome` has succeeded nothing is started, and processes in this home belong to another stack.
      if (!home) return
      removeStackFiles(home.path)
      await supervisor.stop()
      // Downloads have been told to end: wait until they have.
      await ready.catch(() => undefined)
      forgetProcess(home.processes, supervisorRecord)
    },
    kill: () => {
      supervisor.kill()
    },
  }
}

/** Ends processes that a crashed stack left; keeps data. Throws a `StackError` if another stack runs in PAS_HOME. */
async function takeOverHome(home: Home): Promise<void> {
  const other = findRecordedProcess(home.processes, supervisorRecord)
  if (other && other.pid !== process.pid)
    throw new StackError(
      `A stack already runs in ${home.path} (process ${other.pid}): stop it first, or set PAS_HOME and PAS_PORT_BASE to run another beside it.`,
    )
  removeStackFiles(home.path)
  const leftovers = await endLeftovers(home.processes, leftoverGraceMs)
  const marked = await endMarkedProcesses(home.path)
  if (leftovers.length || marked)
    progress(`ended processes that an earlier run had left behind (${leftovers.join(', ') || marked})`)
  recordProcess(home.processes, supervisorRecord, process.pid)
}

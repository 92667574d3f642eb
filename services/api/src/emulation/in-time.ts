import { types } from 'node:util'
import { createContext, Script } from 'node:vm'

const context: { work?: () => void } = createContext({})
const call = new Script('work()')

/** `work` must not wait for anything. Null when it took longer than `timeoutMs` and was ended. */
export function inTime<Answer>(work: () => Answer, timeoutMs: number): Answer | null {
  if (timeoutMs < 1) return null
  let answer: Answer | null = null
  context.work = () => {
    answer = work()
  }
  try {
    // Node ends what a script calls, too, also in a thread, whose other state is kept.
    call.runInContext(context, { timeout: Math.ceil(timeoutMs) })
  } catch (error) {
    // The error is of the script's context, so it is no `Error` of ours.
    if (types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return null
    throw error
  } finally {
    delete context.work
  }
  return answer
}

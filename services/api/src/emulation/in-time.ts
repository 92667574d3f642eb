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
    // The timeout also ends functions of ours that the script calls. The thread and its state live on.
    call.runInContext(context, { timeout: Math.ceil(timeoutMs) })
  } catch (error) {
    // An error of the script's context is no instance of our `Error`.
    if (types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return null
    throw error
  } finally {
    delete context.work
  }
  return answer
}

export interface AnswerTimeout {
  clear: () => void
}

/**
 * Node runs timers before it reads sockets, and would give up on an answer that came in time while the event loop was
 * blocked: this waits again for as long as the timer was late.
 */
export function setAnswerTimeout(giveUp: () => void, timeoutMs: number): AnswerTimeout {
  const dueAt = performance.now() + timeoutMs
  let immediate: NodeJS.Immediate | undefined
  let timer = setTimeout(() => {
    // Node may run a timer a fraction of a millisecond early.
    const lateMs = Math.max(0, Math.min(performance.now() - dueAt, timeoutMs))
    timer = setTimeout(() => {
      immediate = setImmediate(giveUp)
    }, lateMs)
  }, timeoutMs)
  return {
    clear: () => {
      clearTimeout(timer)
      clearImmediate(immediate)
    },
  }
}

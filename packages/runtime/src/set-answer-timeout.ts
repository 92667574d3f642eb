export interface AnswerTimeout {
  clear: () => void
}

/**
 * ADR 21: after a blocked event loop Node runs timers before it reads sockets, and would give up on an answer that came
 * in time. This waits again for as long as the timer was late, then reads the sockets, then calls `giveUp`.
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

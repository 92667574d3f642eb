export interface FairTimeout {
  clear: () => void
}

/**
 * `setTimeout` for an answer from outside. After the event loop was blocked (modules loading, no processor time), Node
 * runs timers before it reads sockets, so a plain timeout would give up on an answer that came in time. This one first
 * waits again for as long as the timer was late, at most `timeoutMs`, for protocols of several round trips, and then
 * reads sockets before it calls `giveUp`.
 */
export function setFairTimeout(giveUp: () => void, timeoutMs: number): FairTimeout {
  const dueAt = performance.now() + timeoutMs
  let immediate: NodeJS.Immediate | undefined
  let timer = setTimeout(() => {
    // Node may run a timer a fraction of a millisecond early.
    const lateMs = Math.max(0, Math.min(performance.now() - dueAt, timeoutMs))
    timer = setTimeout(() => {
      // Node runs setImmediate's callbacks after it has read its sockets.
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

/** A limit on time that has been set and not reached yet. */
export interface FairTimeout {
  clear: () => void
}

/**
 * `setTimeout` for whoever waits for an answer from outside: an answer that is there already is read before `giveUp` is called. When the
 * event loop was held (by the loading of modules, or a process that got no processor), its timers run before its sockets are read, so a
 * plain timeout would give up on an answer that came in time. The time by which the timer was late is given once more, for what takes
 * several round trips. So `giveUp` is called at twice `timeoutMs` at most, plus the time for which the event loop is held.
 */
export function setFairTimeout(giveUp: () => void, timeoutMs: number): FairTimeout {
  const dueAt = performance.now() + timeoutMs
  let immediate: NodeJS.Immediate | undefined
  let timer = setTimeout(() => {
    const lateMs = Math.min(performance.now() - dueAt, timeoutMs)
    timer = setTimeout(() => {
      // Node runs these after it has read its sockets.
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

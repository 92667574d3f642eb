/** Time that a test moves by hand. */
export interface StoppedTime {
  /** Lets time pass, and calls what was due within it. */
  pass(ms: number): void
  /** Lets timers and clocks run again. */
  goOn(): void
}

/**
 * Stops `setTimeout`, `AbortSignal.timeout` and `performance.now()` of this process, so that no timeout ends early on a
 * busy machine. Sockets, files and threads go on. Do not call `until` meanwhile: it would wait for ever.
 */
export function stopTime(): StoppedTime {
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'hrtime',
      'nextTick',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
    ],
  })
  // Node's own has a timer that Jest does not replace.
  const timeouts = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('The time is over', 'TimeoutError')), ms)
    return controller.signal
  })
  return {
    pass: (ms) => void jest.advanceTimersByTime(ms),
    goOn: () => {
      timeouts.mockRestore()
      jest.useRealTimers()
    },
  }
}

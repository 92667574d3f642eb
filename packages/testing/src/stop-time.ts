/** Time that a test moves by hand. */
export interface StoppedTime {
  /** Lets time pass, and calls what was due within it. */
  pass(ms: number): void
  /** Gives the process its own time back. */
  goOn(): void
}

/**
 * Stops the time by which this process judges its own timeouts, so that a busy machine uses up none of them:
 * `setTimeout`, `AbortSignal.timeout` and `performance.now()`. Sockets, files and threads go on. `until` would wait for
 * ever meanwhile.
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

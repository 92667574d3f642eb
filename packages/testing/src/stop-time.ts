export interface StoppedTime {
  pass(ms: number): void
  goOn(): void
}

/**
 * Stops `setTimeout`, `AbortSignal.timeout` and `performance.now()`, so that no timeout ends early on a busy machine.
 * `until` would wait for ever.
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
  // Node's own timer is not replaced by Jest.
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

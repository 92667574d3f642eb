import { CaptureError } from '../../errors'

/** Rejects with `capture_timeout` when `signal` aborts; a later result is ignored. */
export function orAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new CaptureError('capture_timeout', 'the capture took too long'))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

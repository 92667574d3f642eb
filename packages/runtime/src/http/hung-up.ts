import type { Response } from 'express'

/** Whether the caller closed the connection before the whole answer was sent. False when we ended it. */
export const isHungUp = (res: Response): boolean =>
  !res.writableFinished && !res.errored && (res.destroyed || res.req.socket.destroyed)

declare global {
  namespace Express {
    interface Locals {
      /**
       * When the first event of an event stream was written, by `performance.now()`. From then on the request is
       * answered: callers end streams by hanging up.
       */
      streamBeganAt?: number
    }
  }
}

/**
 * The status of an ended request for logs, metrics and traces. A caller that hung up got none; that is noted as 499,
 * which is never sent: nginx's NGX_HTTP_CLIENT_CLOSED_REQUEST (src/http/ngx_http_request.h).
 */
export const endedStatus = (res: Response): number =>
  isHungUp(res) && res.locals.streamBeganAt === undefined ? 499 : res.statusCode

/** A signal that aborts when the caller hangs up before the response, or has done so already. */
export function hungUpSignal(res: Response): AbortSignal {
  const controller = new AbortController()
  if (isHungUp(res)) controller.abort()
  res.once('close', () => {
    if (!res.writableFinished) controller.abort()
  })
  return controller.signal
}

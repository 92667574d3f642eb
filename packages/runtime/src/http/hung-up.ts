import type { Response } from 'express'

/** False when we closed the connection. */
export const isHungUp = (res: Response): boolean =>
  !res.writableFinished && !res.errored && (res.destroyed || res.req.socket.destroyed)

declare global {
  namespace Express {
    interface Locals {
      /** Time by `performance.now()`. From then on the request is answered: callers end streams by hanging up. */
      streamBeganAt?: number
    }
  }
}

/** Logs and metrics get 499 for a caller that hung up: nginx's NGX_HTTP_CLIENT_CLOSED_REQUEST; it is never sent. */
export const endedStatus = (res: Response): number =>
  isHungUp(res) && res.locals.streamBeganAt === undefined ? 499 : res.statusCode

export function hungUpSignal(res: Response): AbortSignal {
  const controller = new AbortController()
  if (isHungUp(res)) controller.abort()
  res.once('close', () => {
    if (!res.writableFinished) controller.abort()
  })
  return controller.signal
}

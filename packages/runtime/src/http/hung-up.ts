import type { Response } from 'express'

/** The caller closed the connection before the whole answer was sent. */
export const isHungUp = (res: Response): boolean =>
  !res.writableFinished && !res.errored && (res.destroyed || res.req.socket.destroyed)

declare global {
  namespace Express {
    interface Locals {
      /** By `performance.now()`. From then on the request is answered: callers end streams by hanging up. */
      streamBeganAt?: number
    }
  }
}

/** For logs and metrics. 499 when the caller hung up: nginx's NGX_HTTP_CLIENT_CLOSED_REQUEST; never sent. */
export const endedStatus = (res: Response): number =>
  isHungUp(res) && res.locals.streamBeganAt === undefined ? 499 : res.statusCode

/** Aborts when the caller hangs up before the response. */
export function hungUpSignal(res: Response): AbortSignal {
  const controller = new AbortController()
  if (isHungUp(res)) controller.abort()
  res.once('close', () => {
    if (!res.writableFinished) controller.abort()
  })
  return controller.signal
}

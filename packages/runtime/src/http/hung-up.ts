import type { Response } from 'express'

/** Whether the caller closed the connection before the answer was sent whole; not so when it was we who broke the answer off. */
export const isHungUp = (res: Response): boolean =>
  !res.writableFinished && !res.errored && (res.destroyed || res.req.socket.destroyed)

/**
 * The status of a request that is over, for what is noted of it. Who hung up got none: 499, which is nginx's number for it
 * (NGX_HTTP_CLIENT_CLOSED_REQUEST in its src/http/ngx_http_request.h) and never sent.
 */
export const endedStatus = (res: Response): number => (isHungUp(res) ? 499 : res.statusCode)

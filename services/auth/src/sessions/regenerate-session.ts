import type { Request } from 'express'

/** Ends the browser's session in the store and puts an anonymous one, under a new id, in its place. */
export function regenerateSession(req: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    req.session.regenerate((error: unknown) => {
      if (error) reject(error instanceof Error ? error : new Error('The session could not be ended'))
      else resolve()
    })
  })
}

import type { Clock } from '@pas/runtime/clock'
import type { RequestHandler } from 'express'
import type { CountSource } from './count-source'
import type { EmailClientCache } from './email-client-cache'

/** What the pages of signed-in people need. */
export interface PageDeps {
  clock: Clock
  emailClients: EmailClientCache
  /** Ends in `/v1`; where a browser gets pictures. */
  instantUrl: string
  boardUrl: string
  authUrl: string
  /** Codes of the popular set. */
  defaultEmailClients: readonly string[]
  signedIn: RequestHandler
  /** Wraps each handler that reads a source. */
  countSource: CountSource
  /** How often the board asks the API whether the reader of an open event stream may still see the email. */
  streamCheckMs: number
}

import type { Clock } from '@pas/runtime/clock'
import type { RequestHandler } from 'express'
import type { CountSource } from './count-source'
import type { EmailClientCache } from './email-client-cache'

/** For the pages behind `requireSession`. */
export interface PageDeps {
  clock: Clock
  emailClients: EmailClientCache
  boardUrl: string
  authUrl: string
  defaultEmailClients: readonly string[]
  signedIn: RequestHandler
  countSource: CountSource
  /** How often an open event stream checks that its reader may still see the email. */
  streamCheckMs: number
}

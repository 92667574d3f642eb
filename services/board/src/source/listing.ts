import type { ApiChangeOfClients, ApiFinding } from '../api/schema'
import type { Tile } from '../email/tiles'

export interface Listing {
  changes: readonly ApiChangeOfClients[]
  /** What the checks found in the HTML. */
  findings: readonly ApiFinding[]
  /** Where `findings` are explained; null for none. */
  checksPath: string | null
  clients: readonly Tile[]
  /** A code; empty for all email clients. */
  client: string
  /** Marked; counted from 1. */
  line: number | null
  /** Counted from 1; null for the page with the marked line, or the first. */
  page: number | null
}

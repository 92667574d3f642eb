import { checksBody } from '@pas/api-contract/checks'
import { maxClients } from '../api/preview-calls'

/** Named, because `effects` is done only when it is named. */
export const { options: allChecks } = checksBody.shape.checks.element.shape.name

/**
 * Checks that begin with every email. `links` and `spam` begin when their page is opened: they ask other servers (ADR
 * 57).
 */
export const checksOfUpload = allChecks.filter((name) => name !== 'links' && name !== 'spam')

/** Codes. One call takes at most `maxClients`: the first in the grid's order are checked. */
export const clientsToCheck = (tiles: readonly { preview: { client: string } }[]): string[] =>
  [...new Set(tiles.map(({ preview }) => preview.client))].slice(0, maxClients)

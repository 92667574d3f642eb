import type { Language } from '@pas/pages/languages'
import type { ApiShared } from '../api/schema'
import type { ChecksQuery } from '../checks/check-kinds'
import type { FindingContext } from '../checks/finding-row'
import type { EmailClients, Tile } from '../email/tiles'
import { sourcePathOf } from './shared-paths'

export interface SharedPage {
  token: string
  shared: ApiShared
  tiles: readonly Tile[]
  emailClients: EmailClients
  /** Null shows all pictures. */
  opened: Tile | 'source' | 'checks' | null
  /** Which findings are shown. */
  query: ChecksQuery
  /** Where in the source. */
  place: { page: number | null; line: number | null }
}

export interface ContentProps {
  page: SharedPage
  subject: string
  language: Language
}

/** What a row of a finding shows to a reader who has no account. */
export const findingContextOf = (
  { token, shared, emailClients }: SharedPage,
  language: Language,
): FindingContext => ({
  path: null,
  ...(shared.source && { linePath: (line: number) => `${sourcePathOf(token, { line })}#L${line}` }),
  emailClients,
  language,
  canMend: false,
})

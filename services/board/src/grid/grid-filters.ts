import { singleText } from '@pas/pages/parse-input'
import { z } from 'zod'
import { emailClientKinds } from '@pas/email-clients/email-client'
import { filterValues, type FilterName, type Tile } from '../email/tiles'

export const gridQuery = z.object({
  family: z.enum(emailClientKinds).optional(),
  dark: z.literal('1').optional(),
  images: z.literal('blocked').optional(),
  fidelity: z.enum(['client', 'engine', 'emulated']).optional(),
  status: z.enum(['waiting', 'captured', 'failed']).optional(),
  view: z.enum(['grid', 'full']).optional(),
  /** Part of an email client's name, platform or code. */
  find: singleText.max(100).optional(),
})

export type GridQuery = z.output<typeof gridQuery>

export function isShown(tile: Tile, query: GridQuery): boolean {
  const values = filterValues(tile)
  const matches = (Object.keys(values) as FilterName[]).every(
    (name) => query[name] === undefined || query[name] === values[name],
  )
  const words = `${tile.name} ${tile.platform} ${tile.key}`.toLowerCase()
  return matches && words.includes((query.find ?? '').trim().toLowerCase())
}

/** Members of `changed` replace those of `query`; undefined removes one. Leaves out defaults. */
export function gridSearch(
  query: GridQuery,
  changed: Partial<Record<keyof GridQuery, string | undefined>> = {},
): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, ...changed })) {
    if (value !== undefined && value !== '' && !(name === 'view' && value === 'grid')) search.set(name, value)
  }
  return search.toString()
}

/** A query that is not valid shows all tiles. */
export function parseGridSearch(text: string | undefined): GridQuery {
  const parsed = gridQuery.safeParse(Object.fromEntries(new URLSearchParams(text ?? '')))
  return parsed.success ? parsed.data : {}
}

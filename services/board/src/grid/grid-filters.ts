import { singleText } from '@pas/pages/parse-input'
import { z } from 'zod'
import { emailClientKinds } from '@pas/email-clients/email-client'
import { filterValues, pictureOf, type FilterName, type Tile } from '../email/tiles'

export const gridQuery = z.object({
  family: z.enum(emailClientKinds).optional(),
  dark: z.literal('1').optional(),
  images: z.literal('blocked').optional(),
  fidelity: z.enum(['client', 'engine', 'emulated']).optional(),
  status: z.enum(['waiting', 'captured', 'failed']).optional(),
  /** Shows each different picture once. */
  distinct: z.literal('1').optional(),
  verdict: z.enum(['equal', 'different', 'not_comparable']).optional(),
  view: z.enum(['grid', 'full']).optional(),
  /** The guid of the email with whose pictures these are compared; its earlier version when it is left out. */
  base: z.guid().optional(),
  /** Part of an email client's name, platform or code. */
  find: singleText.max(100).optional(),
})

export type GridQuery = z.output<typeof gridQuery>

/** The keys of the tiles that are shown, each with the number of tiles left out because they look the same. */
export function chooseTiles(tiles: readonly Tile[], query: GridQuery): ReadonlyMap<string, number> {
  const chosen = new Map<string, number>()
  const keyOfPicture = new Map<string, string>()
  for (const tile of tiles) {
    if (!isShown(tile, query)) continue
    const picture = query.distinct ? pictureOf(tile) : undefined
    const first = picture === undefined ? undefined : keyOfPicture.get(picture)
    if (first !== undefined) {
      chosen.set(first, (chosen.get(first) ?? 0) + 1)
      continue
    }
    if (picture !== undefined) keyOfPicture.set(picture, tile.key)
    chosen.set(tile.key, 0)
  }
  return chosen
}

function isShown(tile: Tile, query: GridQuery): boolean {
  const values = filterValues(tile)
  const matches = (Object.keys(values) as FilterName[]).every(
    (name) => query[name] === undefined || query[name] === values[name],
  )
  const words = `${tile.name} ${tile.platform} ${tile.key}`.toLowerCase()
  return matches && areVariantsAsked(tile, query) && words.includes((query.find ?? '').trim().toLowerCase())
}

/** A variant is shown under its own filter, and under those that look for what is wrong or different. */
export const areVariantsAsked = ({ variants }: Tile, { dark, images, status, verdict }: GridQuery): boolean =>
  status !== undefined ||
  verdict !== undefined ||
  variants.every((variant) => (variant === 'dark' ? dark : images) !== undefined)

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

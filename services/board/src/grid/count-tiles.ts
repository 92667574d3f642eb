import type { Tile } from './tiles'

/** Counts the tiles by the status of their preview, and all of them as `total`. */
export function countTiles(tiles: readonly Tile[]): Record<Tile['preview']['status'] | 'total', number> {
  const count = (status: Tile['preview']['status']): number =>
    tiles.filter(({ preview }) => preview.status === status).length
  return {
    waiting: count('waiting'),
    captured: count('captured'),
    failed: count('failed'),
    total: tiles.length,
  }
}

/** Replaces each `{name}` in a text by the value of that name, as `fill` does in the scripts of the pages. */
export const fill = (pattern: string, values: Readonly<Record<string, number>>): string =>
  pattern.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))

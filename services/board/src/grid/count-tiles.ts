import type { Tile } from './tiles'

/** How many tiles wait for their picture, have it, or have failed, and all of them. */
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

/** Fills a text's `{names}` in, as the scripts of the pages do. */
export const fill = (pattern: string, values: Readonly<Record<string, number>>): string =>
  pattern.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))

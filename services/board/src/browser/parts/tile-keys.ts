import { byId, isCommand } from './dom'
import { shownTiles } from './tile-filters'

/**
 * Handles the keys of the grid. While a tile has the focus (WCAG 2.1.4: single letters act only on what has the focus),
 * arrows, Home and End move the focus to another tile, `c` calls `pick`, `/` goes to the field that finds an email
 * client, and `?` shows the list of keys. Esc and ↓ in that field go to the first tile.
 */
export function startTileKeys(tiles: HTMLElement, pick: (tile: HTMLElement) => void): void {
  const find = document.getElementById('find')
  tiles.addEventListener('keydown', (event) => {
    const link = (event.target as Element).closest('li')?.querySelector('a')
    if (!link || !isCommand(event)) return
    const next = neighbour(shownTiles(tiles), link, event.key)
    if (next) next.focus()
    else if (event.key === 'c') pick(link)
    else if (event.key === '/' && find) find.focus()
    else if (event.key === '?') byId<HTMLDialogElement>('keys').showModal()
    else return
    event.preventDefault()
  })
  find?.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' && event.key !== 'ArrowDown') return
    event.preventDefault()
    shownTiles(tiles)[0]?.focus()
  })
}

function neighbour(
  links: readonly HTMLAnchorElement[],
  link: HTMLAnchorElement,
  key: string,
): HTMLAnchorElement | null {
  const index = links.indexOf(link)
  if (key === 'ArrowRight') return links[index + 1] ?? null
  if (key === 'ArrowLeft') return links[index - 1] ?? null
  if (key === 'Home') return links[0] ?? null
  if (key === 'End') return links.at(-1) ?? null
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null
  // The tile of the next row, or the row before, whose middle is nearest.
  const { top, left } = link.getBoundingClientRect()
  const isBeyond = (other: HTMLAnchorElement): boolean => {
    const difference = other.getBoundingClientRect().top - top
    return key === 'ArrowDown' ? difference > 1 : difference < -1
  }
  const beyond = links.filter(isBeyond)
  const row = (key === 'ArrowDown' ? beyond[0] : beyond.at(-1))?.getBoundingClientRect().top
  if (row === undefined) return null
  return (
    beyond
      .filter((other) => Math.abs(other.getBoundingClientRect().top - row) <= 1)
      .sort((one, other) => distance(one, left) - distance(other, left))[0] ?? null
  )
}

const distance = (link: HTMLElement, left: number): number =>
  Math.abs(link.getBoundingClientRect().left - left)

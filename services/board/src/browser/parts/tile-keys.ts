import { byId, isCommand } from './dom'
import { linksOfShownTiles } from './tile-filters'

/**
 * `c` calls `pick` with the tile that has the focus, is pointed at, or had the focus last. A setting limits `c`, `/`
 * and `?` to a focused tile (WCAG 2.1.4).
 */
export function startTileKeys(tiles: HTMLElement, pick: (tile: HTMLElement) => void): void {
  const find = document.getElementById('find')
  const keys = byId<HTMLDialogElement>('keys')
  const anywhere = byId<HTMLInputElement>('keys-anywhere')
  let lastFocused: HTMLAnchorElement | null = null

  const showChoice = (): void => {
    anywhere.checked = areKeysAnywhere()
    byId('keys-hint').hidden = !anywhere.checked
  }
  showChoice()
  anywhere.addEventListener('change', () => {
    keepKeysAnywhere(anywhere.checked)
    showChoice()
  })
  byId('keys-button').addEventListener('click', () => keys.showModal())
  tiles.addEventListener('focusin', ({ target }) => {
    lastFocused = linkOf(target) ?? lastFocused
  })
  document.addEventListener('keydown', (event) => {
    const focused = tiles.contains(event.target as Node) ? linkOf(event.target) : null
    if (!isCommand(event) || (!focused && !areKeysAnywhere())) return
    const next = focused && findNeighbour(linksOfShownTiles(tiles), focused, event.key)
    if (next) next.focus()
    else if (event.key === 'c') {
      const tile = focused ?? linkOf(tiles.querySelector('li:hover')) ?? lastFocused
      if (tile && !tile.closest('li')?.hidden) pick(tile)
      else linksOfShownTiles(tiles)[0]?.focus()
    } else if (event.key === '/' && find) find.focus()
    else if (event.key === '?') keys.showModal()
    else return
    event.preventDefault()
  })
  find?.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' && event.key !== 'ArrowDown') return
    event.preventDefault()
    linksOfShownTiles(tiles)[0]?.focus()
  })
}

const linkOf = (target: EventTarget | null): HTMLAnchorElement | null =>
  (target as Element | null)?.closest('li')?.querySelector('a') ?? null

const onTilesOnly = 'keys-on-tiles-only'

/** `localStorage` throws where the browser keeps nothing for pages. */
function areKeysAnywhere(): boolean {
  try {
    return localStorage.getItem(onTilesOnly) === null
  } catch {
    return true
  }
}

function keepKeysAnywhere(isChosen: boolean): void {
  try {
    if (isChosen) localStorage.removeItem(onTilesOnly)
    else localStorage.setItem(onTilesOnly, '1')
  } catch {
    // The choice cannot be kept.
  }
}

function findNeighbour(
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
  // The tile of the next or previous row whose left edge is nearest.
  const { top, left } = link.getBoundingClientRect()
  const isBeyond = (other: HTMLAnchorElement): boolean => {
    const difference = other.getBoundingClientRect().top - top
    return key === 'ArrowDown' ? difference > 1 : difference < -1
  }
  const beyond = links.filter(isBeyond)
  const rowTop = (key === 'ArrowDown' ? beyond[0] : beyond.at(-1))?.getBoundingClientRect().top
  if (rowTop === undefined) return null
  return (
    beyond
      .filter((other) => Math.abs(other.getBoundingClientRect().top - rowTop) <= 1)
      .sort((one, other) => distance(one, left) - distance(other, left))[0] ?? null
  )
}

const distance = (link: HTMLElement, left: number): number =>
  Math.abs(link.getBoundingClientRect().left - left)

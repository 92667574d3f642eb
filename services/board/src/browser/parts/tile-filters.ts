import { fill } from '../../email/shown-preview'
import { byId } from './dom'

const filterNames = ['family', 'dark', 'images', 'fidelity', 'status', 'verdict'] as const

interface FilterParts {
  tiles: HTMLElement
  filters: HTMLElement
  find: HTMLInputElement
  nothing: HTMLElement
  query: URLSearchParams
}

/**
 * Filters tiles without asking the server, which shows the same tiles at the same address. Returns a function that
 * filters again.
 */
export function startTileFilters(tiles: HTMLElement): () => void {
  const filters = document.getElementById('filters')
  if (!filters) return () => undefined
  const parts: FilterParts = {
    tiles,
    filters,
    find: byId<HTMLInputElement>('find'),
    nothing: byId('nothing'),
    query: new URLSearchParams(location.search),
  }
  const wordsOf = createTileWords()
  const apply = (): void => showTiles(parts, wordsOf)
  const { find, nothing, query } = parts
  const applyChange = (): void => {
    apply()
    writeAddresses(parts)
  }

  filters.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-filter]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const { filter = '', value = '', toggle } = link.dataset
    if (value === '' || (toggle !== undefined && query.get(filter) === value)) query.delete(filter)
    else query.set(filter, value)
    applyChange()
  })
  nothing.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('a')) return
    event.preventDefault()
    for (const name of [...filterNames, 'distinct']) query.delete(name)
    find.value = ''
    applyChange()
  })
  let timer = 0
  find.addEventListener('input', () => {
    apply()
    // Writes the address only when typing pauses.
    clearTimeout(timer)
    timer = window.setTimeout(() => writeAddresses(parts), 200)
  })
  find.form?.addEventListener('submit', (event) => {
    event.preventDefault()
    linksOfShownTiles(tiles)[0]?.focus()
  })
  return apply
}

function createTileWords(): (tile: HTMLElement) => string {
  const words = new Map<HTMLElement, string>()
  return (tile) => {
    const cached = words.get(tile)
    if (cached !== undefined) return cached
    const link = tile.querySelector('a')
    const text = `${tile.querySelector('.name')?.textContent ?? ''} ${tile.querySelector('.sub')?.firstChild?.textContent ?? ''} ${link?.id ?? ''}`
    words.set(tile, text.toLowerCase())
    return text.toLowerCase()
  }
}

function showTiles(
  { tiles, filters, find, nothing, query }: FilterParts,
  wordsOf: (tile: HTMLElement) => string,
): void {
  const chosen = filterNames.flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const text = find.value.trim().toLowerCase()
  let shown = 0
  let total = 0
  const isDistinct = query.get('distinct') === '1'
  const firsts = new Map<string, HTMLElement>()
  const alike = new Map<HTMLElement, number>()
  for (const tile of tiles.children as HTMLCollectionOf<HTMLElement>) {
    const { picture } = tile.dataset
    const first = isDistinct && picture !== undefined ? firsts.get(picture) : undefined
    const matches =
      chosen.every(([name, value]) => tile.dataset[name] === value) &&
      areVariantsAsked(tile, query) &&
      wordsOf(tile).includes(text)
    const isShown = matches && first === undefined
    if (matches && first) alike.set(first, (alike.get(first) ?? 0) + 1)
    else if (matches && picture !== undefined) firsts.set(picture, tile)
    // Writes only what differs, because there may be hundreds of tiles.
    if (tile.hidden === isShown) tile.hidden = !isShown
    total += 1
    if (isShown) shown += 1
  }
  for (const tile of tiles.children as HTMLCollectionOf<HTMLElement>) {
    const line = tile.querySelector<HTMLElement>('.alike')
    const number = alike.get(tile) ?? 0
    if (!line || (line.hidden && number === 0)) continue
    line.hidden = number === 0
    line.textContent = fill(tiles.dataset.alike, { number })
  }
  nothing.hidden = shown > 0 || total === 0
  for (const count of filters.querySelectorAll<HTMLElement>('[data-count]')) {
    const number = countOf(tiles, count.dataset.count ?? '')
    count.textContent = String(number)
    if (number > 0) count.closest('a')?.removeAttribute('hidden')
  }
}

/** As in grid-filters.ts. */
const areVariantsAsked = (tile: HTMLElement, query: URLSearchParams): boolean =>
  query.has('status') ||
  query.has('verdict') ||
  (tile.dataset.variant ?? '')
    .split(' ')
    .every((variant) => variant === '' || query.has(variant === 'dark' ? 'dark' : 'images'))

function countOf(tiles: HTMLElement, filter: string): number {
  const [name = '', value = ''] = filter.split('=')
  const query = new URLSearchParams([[name, value]])
  return [...tiles.querySelectorAll<HTMLElement>(`li[data-${name}="${value}"]`)].filter((tile) =>
    areVariantsAsked(tile, query),
  ).length
}

/** Writes the filters into the page's links and its address, which can be sent to a colleague. */
function writeAddresses({ tiles, filters, find, query }: FilterParts): void {
  if (find.value === '') query.delete('find')
  else query.set('find', find.value)
  for (const link of filters.querySelectorAll<HTMLAnchorElement>('a')) {
    // A link without `data-filter` chooses the view.
    const { filter = 'view', value = link.dataset.view ?? '', toggle } = link.dataset
    const isOn = (query.get(filter) ?? (filter === 'view' ? 'grid' : '')) === value
    if (isOn) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
    const next = new URLSearchParams(query)
    if ((isOn && toggle !== undefined) || value === '' || value === 'grid') next.delete(filter)
    else next.set(filter, value)
    link.search = next.toString()
  }
  const grid = query.toString()
  for (const link of tiles.querySelectorAll<HTMLAnchorElement>('li > a')) {
    const linkQuery = new URLSearchParams(link.search)
    if (grid === '') linkQuery.delete('grid')
    else linkQuery.set('grid', grid)
    link.search = linkQuery.toString()
  }
  history.replaceState(null, '', `${location.pathname}${grid === '' ? '' : `?${grid}`}`)
}

export const linksOfShownTiles = (tiles: HTMLElement): HTMLAnchorElement[] => [
  ...tiles.querySelectorAll<HTMLAnchorElement>('li:not([hidden]) > a'),
]

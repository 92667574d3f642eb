import { byId } from './dom'

const names = ['family', 'dark', 'images', 'fidelity', 'status'] as const

interface Filtered {
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
  const filtered: Filtered = {
    tiles,
    filters,
    find: byId<HTMLInputElement>('find'),
    nothing: byId('nothing'),
    query: new URLSearchParams(location.search),
  }
  const wordsOf = createTileWords()
  const apply = (): void => showTiles(filtered, wordsOf)
  const { find, nothing, query } = filtered
  const change = (): void => {
    apply()
    showQuery(filtered)
  }

  filters.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-filter]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const { filter = '', value = '', toggle } = link.dataset
    if (value === '' || (toggle !== undefined && query.get(filter) === value)) query.delete(filter)
    else query.set(filter, value)
    change()
  })
  nothing.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('a')) return
    event.preventDefault()
    for (const name of names) query.delete(name)
    find.value = ''
    change()
  })
  let later = 0
  find.addEventListener('input', () => {
    apply()
    // Updates the address only when typing pauses.
    clearTimeout(later)
    later = window.setTimeout(() => showQuery(filtered), 200)
  })
  find.form?.addEventListener('submit', (event) => {
    event.preventDefault()
    shownTiles(tiles)[0]?.focus()
  })
  return apply
}

function createTileWords(): (tile: HTMLElement) => string {
  const words = new Map<HTMLElement, string>()
  return (tile) => {
    const known = words.get(tile)
    if (known !== undefined) return known
    const link = tile.querySelector('a')
    const text = `${tile.querySelector('.name')?.textContent ?? ''} ${tile.querySelector('.sub')?.firstChild?.textContent ?? ''} ${link?.id ?? ''}`
    words.set(tile, text.toLowerCase())
    return text.toLowerCase()
  }
}

function showTiles(
  { tiles, filters, find, nothing, query }: Filtered,
  wordsOf: (tile: HTMLElement) => string,
): void {
  const wanted = names.flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const text = find.value.trim().toLowerCase()
  let shown = 0
  let all = 0
  for (const tile of tiles.children as HTMLCollectionOf<HTMLElement>) {
    const isShown =
      wanted.every(([name, value]) => tile.dataset[name] === value) && wordsOf(tile).includes(text)
    if (tile.hidden === isShown) tile.hidden = !isShown
    all += 1
    if (isShown) shown += 1
  }
  nothing.hidden = shown > 0 || all === 0
  for (const count of filters.querySelectorAll<HTMLElement>('[data-count]')) {
    const number = countOf(tiles, count.dataset.count ?? '')
    count.textContent = String(number)
    if (number > 0) count.closest('a')?.removeAttribute('hidden')
  }
}

function countOf(tiles: HTMLElement, filter: string): number {
  const [name = '', value = ''] = filter.split('=')
  return tiles.querySelectorAll(`li[data-${name}="${value}"]`).length
}

/** The page's address follows the filters, so that it can be sent to a colleague. */
function showQuery({ tiles, filters, find, query }: Filtered): void {
  if (find.value === '') query.delete('find')
  else query.set('find', find.value)
  for (const link of filters.querySelectorAll<HTMLAnchorElement>('a')) {
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
    const own = new URLSearchParams(link.search)
    if (grid === '') own.delete('grid')
    else own.set('grid', grid)
    link.search = own.toString()
  }
  history.replaceState(null, '', `${location.pathname}${grid === '' ? '' : `?${grid}`}`)
}

export const shownTiles = (tiles: HTMLElement): HTMLAnchorElement[] => [
  ...tiles.querySelectorAll<HTMLAnchorElement>('li:not([hidden]) > a'),
]

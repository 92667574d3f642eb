/*
 * The script of an email's grid: fills tiles as their pictures are drawn, applies filters without asking the server,
 * moves the focus from tile to tile by keys, and lets two to four tiles be chosen for comparing. The page works without
 * it.
 */
import { fill } from '../email/shown-preview'
import { showChangeCounts } from './parts/change-counts'
import { showCheckCounts } from './parts/check-counts'
import { byId } from './parts/dom'
import { startLiveTiles } from './parts/live-tiles'
import { startTileFilters } from './parts/tile-filters'
import { startTileKeys } from './parts/tile-keys'

const tiles = byId('tiles')
const compare = byId<HTMLFormElement>('compare')
const maxPanes = 4

const findBoxes = (): HTMLInputElement[] => [...tiles.querySelectorAll<HTMLInputElement>('.pick input')]

const countPicked = (): number => findBoxes().filter(({ checked }) => checked).length

function showPicked(): void {
  const number = countPicked()
  compare.classList.toggle('chosen', number > 0)
  for (const button of compare.querySelectorAll('button')) button.disabled = number < 2
  for (const box of findBoxes()) box.disabled = number >= maxPanes && !box.checked
  const { picked, pickAnother } = compare.dataset
  const text = number === 1 ? (pickAnother ?? '') : fill(picked, { number })
  byId('picked').textContent = number === 0 ? '' : text
}

function pick(link: HTMLElement): void {
  const box = link.closest('li')?.querySelector<HTMLInputElement>('.pick input')
  if (!box || box.disabled) return
  box.checked = !box.checked
  showPicked()
  // The second tile that is chosen by key starts comparing.
  if (box.checked && countPicked() === 2) compare.requestSubmit()
}

const applyFilters = startTileFilters(tiles)
startLiveTiles(tiles, applyFilters)
startTileKeys(tiles, pick)
// The checks measure which changes are seen.
void showCheckCounts(tiles).then(() => showChangeCounts(tiles))
tiles.addEventListener('change', showPicked)
showPicked()
// Focuses the tile that the address names: Esc on the page of a picture leads back to it.
const { hash } = location
if (hash !== '') document.getElementById(decodeURIComponent(hash.slice(1)))?.focus()

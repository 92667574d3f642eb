/*
 * The script of the pages behind a share link: while pictures are being drawn, it asks for the page again, and shows
 * the pictures that are there now. Without it, loading the page again shows the same.
 */
import { byId } from './parts/dom'

/** The API takes 60 requests a minute from an IP address. Growing waits leave room for several people behind one. */
const firstWaitMs = 5_000
const longestWaitMs = 60_000
const waitFactor = 1.5

const stage = document.getElementById('stage')
const tiles = document.getElementById('tiles')
let waitMs = firstWaitMs

const isWaiting = (): boolean => document.querySelector('[data-status=waiting]') !== null

function show(page: Document): void {
  const newStage = page.getElementById('stage')
  if (stage && newStage && newStage.dataset.status !== 'waiting') {
    stage.dataset.status = newStage.dataset.status ?? ''
    stage.replaceChildren(...newStage.childNodes)
  }
  if (!tiles) return
  for (const newTile of page.querySelectorAll<HTMLElement>('#tiles > li')) {
    const id = newTile.querySelector('a')?.id ?? ''
    const tile = document.getElementById(id)?.closest('li')
    if (!tile) tiles.append(newTile)
    else if (tile.dataset.status !== newTile.dataset.status) {
      tile.dataset.status = newTile.dataset.status ?? ''
      tile.querySelector('.shot')?.replaceChildren(...(newTile.querySelector('.shot')?.childNodes ?? []))
    }
  }
  byId('drawn').textContent = page.getElementById('drawn')?.textContent ?? ''
}

/** Resolves to the milliseconds until the next time; null when the link has ended. */
async function ask(): Promise<number | null> {
  const response = await fetch(location.href).catch(() => null)
  // The link has expired or was revoked: what is shown stays.
  if (response && [404, 410].includes(response.status)) return null
  if (response?.ok) show(new DOMParser().parseFromString(await response.text(), 'text/html'))
  waitMs = Math.min(longestWaitMs, waitMs * waitFactor)
  return Math.max(waitMs, 1_000 * Number(response?.headers.get('Retry-After') ?? 0))
}

function askAfter(ms: number): void {
  setTimeout(() => {
    const askNow = (): void => {
      void ask().then((nextMs) => {
        if (nextMs !== null && isWaiting()) askAfter(nextMs)
      })
    }
    // A page in a hidden tab asks only once it is visible again.
    if (document.visibilityState === 'visible') askNow()
    else document.addEventListener('visibilitychange', askNow, { once: true })
  }, ms)
}

if (isWaiting()) askAfter(firstWaitMs)

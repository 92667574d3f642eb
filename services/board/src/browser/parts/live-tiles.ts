import type { listedPreviewBody, previewListBody } from '@pas/api-contract/previews'
import type { z } from 'zod'
import { pictureInTile, previewKey, fill, verdictOf, type Verdict } from '../../email/shown-preview'
import { relayedPathOf } from '../../relayed-path'
import { showChangeCounts } from './change-counts'
import { byId } from './dom'
import { followEvents } from './follow-events'

type Preview = z.output<typeof listedPreviewBody>

/** Screen readers are told the progress at most at this interval, and at the end. */
const sayEveryMs = 5_000

/**
 * Fills the tiles as their pictures are drawn; when all are, adds how much each email client changes. Calls `onChange`
 * after tiles have changed.
 */
export function startLiveTiles(tiles: HTMLElement, onChange: () => void): void {
  const progress = byId('progress')
  const { events: eventsUrl } = progress.dataset
  if (eventsUrl === undefined) {
    void showChangeCounts(tiles)
    return
  }
  let saidAt = 0

  const setState = (state: 'live' | 'reconnecting' | 'complete' | 'gone' | 'signedOut'): void => {
    const live = byId('live')
    live.dataset.state = state
    live.textContent = progress.dataset[state] ?? ''
  }

  const count = (status?: string): number =>
    tiles.querySelectorAll(status === undefined ? 'li' : `li[data-status=${status}]`).length

  const showProgress = (isLast: boolean): void => {
    const numbers = { captured: count('captured'), failed: count('failed'), total: count() }
    const drawn = fill(progress.dataset.drawn, numbers)
    const failed = byId('failed')
    byId('drawn').textContent = drawn
    failed.hidden = numbers.failed === 0
    failed.textContent = `! ${fill(progress.dataset.failed, numbers)}`
    const bar = progress.querySelector('progress')
    if (bar) {
      bar.max = Math.max(1, numbers.total)
      bar.value = numbers.captured
    }
    if (isLast || Date.now() - saidAt > sayEveryMs) {
      saidAt = Date.now()
      byId('said').textContent = numbers.failed === 0 ? drawn : `${drawn}, ${failed.textContent}`
    }
    showCompared(tiles)
    onChange()
  }

  const showPreviews = (previews: readonly Preview[]): void => {
    let isTileMissing = false
    for (const preview of previews) {
      const tile = document.getElementById(previewKey(preview))?.closest('li')
      if (!tile) isTileMissing = true
      else if (tile.dataset.status !== preview.status) showPreview(tile, preview, progress.dataset)
    }
    // Only the server makes a whole tile, with its name and its controls.
    if (isTileMissing) void addMissingTiles(tiles).then(() => showProgress(false))
    showProgress(false)
  }

  const showOne = (data: string): void => showPreviews([JSON.parse(data) as Preview])
  // Closes the stream, because a browser opens only a few HTTP/1.1 connections to each server.
  const showComplete = (): void => {
    stop()
    setState('complete')
    showProgress(true)
    void showChangeCounts(tiles)
  }
  const showGone = (): void => {
    stop()
    setState('gone')
  }
  const stop = followEvents(eventsUrl, {
    on: {
      snapshot: (data) => {
        const list = JSON.parse(data) as z.output<typeof previewListBody>
        setState('live')
        showPreviews(list.previews)
        if (list.complete) showComplete()
      },
      added: showOne,
      preview: showOne,
      complete: showComplete,
      gone: showGone,
    },
    lost: () => setState('reconnecting'),
    gone: showGone,
    signedOut: () => setState('signedOut'),
  })
}

function showPreview(
  tile: HTMLLIElement,
  preview: Preview,
  { failedWord = '', cutWord = '' }: DOMStringMap,
): void {
  tile.dataset.status = preview.status
  const shot = tile.querySelector('.shot')
  if (preview.status === 'captured') {
    const picture = new Image()
    picture.alt = ''
    picture.loading = 'lazy'
    const isFull = tile.parentElement?.classList.contains('full') ?? false
    const attributes = pictureInTile(
      { ...preview, thumb450_url: relayedPathOf(preview.thumb450_url) },
      Number(tile.dataset.ratio ?? 1),
      isFull,
    )
    for (const [name, value] of Object.entries(attributes)) picture.setAttribute(name, String(value))
    shot?.replaceChildren(picture)
    if (preview.truncated) {
      const cut = document.createElement('span')
      cut.className = 'cut'
      cut.textContent = cutWord
      shot?.append(cut)
    }
    if (preview.picture_sha256 !== undefined) tile.dataset.picture = preview.picture_sha256.slice(0, 8)
    const { sha256, drawnBy } = tile.querySelector<HTMLElement>('.before')?.dataset ?? {}
    if (sha256 !== undefined && drawnBy !== undefined)
      tile.dataset.verdict = verdictOf(preview, { sha256, drawnBy })
  } else if (preview.status === 'failed') {
    const word = document.createElement('strong')
    word.textContent = failedWord
    const reason = document.createElement('span')
    reason.textContent = preview.description
    shot?.replaceChildren(word, reason)
  }
}

function showCompared(tiles: HTMLElement): void {
  const compared = document.getElementById('compared')
  if (!compared) return
  const count = (verdict: Verdict): number => tiles.querySelectorAll(`li[data-verdict=${verdict}]`).length
  const [number, other] = [count('different'), count('not_comparable')]
  const total = number + count('equal')
  const differ = byId('differ')
  differ.hidden = total === 0
  differ.textContent = fill(compared.dataset.differ, { number, total })
  const notComparable = byId('not-comparable')
  notComparable.hidden = other === 0
  const sentence = notComparable.querySelector('span')
  if (sentence) sentence.textContent = fill(compared.dataset.notComparable, { number: other })
}

async function addMissingTiles(tiles: HTMLElement): Promise<void> {
  const response = await fetch(location.href)
  if (!response.ok) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  for (const tile of page.querySelectorAll('#tiles > li')) {
    const id = tile.querySelector('a')?.id ?? ''
    if (!document.getElementById(id)) tiles.append(document.adoptNode(tile))
  }
}

import { fill } from '../../email/shown-preview'
import { byId } from './dom'

interface CheckCounts {
  complete: boolean
  errors: number
  /** By code of the email client. */
  unreadable: Record<string, number>
  /** Null without an earlier version that can be checked. */
  compared: { gone: number; new: number; still: number } | null
}

/** Says in the head of the grid and on its tiles what the checks have found so far, until they have ended. */
export async function showCheckCounts(tiles: HTMLElement): Promise<void> {
  const link = document.getElementById('checks-link')
  const url = link?.dataset.counts
  // Once the content is erased, there is no such link.
  if (!link || url === undefined) return
  for (let wait = ''; ; wait = '?wait') {
    const answer = await fetch(url + wait).catch(() => null)
    // The page of the checks says the same.
    if (!answer?.ok) return
    const counts = (await answer.json()) as CheckCounts
    showInHead(link.dataset, counts)
    showOnTiles(tiles, link.dataset, counts)
    if (counts.compared) showCompared(link.dataset, counts.compared)
    if (counts.complete) return
  }
}

function showInHead({ right = '', oneError, errors }: DOMStringMap, counts: CheckCounts): void {
  const count = byId('checks-count')
  const number = counts.errors
  const isRight = number === 0 && counts.complete
  if (number === 0 && !isRight) return
  count.classList.toggle('bad', number > 0)
  count.classList.toggle('good', isRight)
  count.textContent = isRight ? '✓' : String(number)
  count.setAttribute('role', 'img')
  count.setAttribute('aria-label', isRight ? right : fill(number === 1 ? oneError : errors, { number }))
}

function showOnTiles(
  tiles: HTMLElement,
  { oneUnreadable, unreadable }: DOMStringMap,
  counts: CheckCounts,
): void {
  for (const changes of tiles.querySelectorAll<HTMLElement>('[data-changes-of]')) {
    const number = counts.unreadable[changes.dataset.changesOf ?? ''] ?? 0
    const shown = changes.parentElement?.querySelector('.unreadable')
    if (number === 0) {
      shown?.remove()
      continue
    }
    const field = shown ?? document.createElement('span')
    field.className = 'unreadable bad'
    field.textContent = fill(number === 1 ? oneUnreadable : unreadable, { number })
    changes.after(field)
  }
}

function showCompared({ compared }: DOMStringMap, numbers: Record<string, number>): void {
  const link = document.getElementById('findings-compared')
  if (!link) return
  link.textContent = fill(compared, numbers)
  link.hidden = false
}

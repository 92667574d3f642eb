import { isCommand } from './dom'

/** After an answer that failed. */
const retryMs = 5_000

/**
 * While the element has `data-running`, asks for the page with `?wait`, which is answered once something has ended, and
 * shows the element's new content in place. What was opened stays open, and the focus and the finding that is read stay
 * where they are. Calls `onChange` then, with the page.
 */
export function followFindings(id: string, onChange: (page: Document) => void): void {
  const element = document.getElementById(id)
  if (element?.dataset.running === undefined) return
  const ask = async (): Promise<void> => {
    const address = new URL(location.href)
    address.searchParams.set('wait', '')
    const answer = await fetch(address).catch(() => null)
    // The user signed out, or the email's content is erased: what is shown stays.
    if (answer && [401, 404, 409].includes(answer.status)) return
    const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null
    const next = page?.getElementById(id)
    if (page && next) {
      replaceContent(element, next)
      onChange(page)
    }
    if (element.dataset.running !== undefined) setTimeout(() => void ask(), next ? 0 : retryMs)
  }
  void ask()
}

function replaceContent(element: HTMLElement, next: HTMLElement): void {
  const opened = [...element.querySelectorAll<HTMLDetailsElement>('details[id][open]')].map(({ id }) => id)
  const focused = document.activeElement
  const place = element.contains(focused) ? pathOf(element, focused) : null
  const scrollBack = positionOfRead(element, focused)
  // Parsed without scripts, `noscript` has elements, such as one that loads the page again.
  for (const forOthers of next.querySelectorAll('noscript')) forOthers.remove()
  if (next.dataset.running === undefined) delete element.dataset.running
  element.replaceChildren(...next.childNodes)
  for (const id of opened) {
    const details = document.getElementById(id)
    if (details instanceof HTMLDetailsElement) details.open = true
  }
  place?.()?.focus({ preventScroll: true })
  scrollBack?.()
}

/** The function scrolls to where the finding was that is read: the focused one, or else the first in the window. */
function positionOfRead(element: HTMLElement, focused: Element | null): (() => void) | null {
  const isInWindow = (one: Element): boolean => {
    const { top, bottom } = one.getBoundingClientRect()
    return one.checkVisibility() && bottom > 0 && top < innerHeight
  }
  const inWindow = [...element.querySelectorAll('.change[id]')].filter(isInWindow)
  const read = inWindow.find((one) => one.contains(focused)) ?? (scrollY > 0 ? inWindow[0] : undefined)
  if (!read) return null
  const { top } = read.getBoundingClientRect()
  return () => {
    const now = document.getElementById(read.id)
    if (now) scrollBy({ top: now.getBoundingClientRect().top - top, behavior: 'instant' })
  }
}

/** Finds the same link, field or finding again, in the nearest ancestor with an id. */
function pathOf(element: HTMLElement, focused: Element | null): () => HTMLElement | null {
  const owner = focused?.closest('[id]')
  if (!focused || !owner) return () => null
  const selector = focused.localName
  const index = [...owner.querySelectorAll(selector)].indexOf(focused)
  return () => {
    const found = document.getElementById(owner.id)
    if (owner === focused || !found || !element.contains(found)) return found
    return found.querySelectorAll<HTMLElement>(selector)[index] ?? found
  }
}

/** `n` and `p` lead from one shown finding to the next. */
export function startFindingKeys(): void {
  document.addEventListener('keydown', (event) => {
    if ((event.key !== 'n' && event.key !== 'p') || !isCommand(event)) return
    const findings = [...document.querySelectorAll<HTMLElement>('.findings > .change[id]')].filter((one) =>
      one.checkVisibility(),
    )
    const current = document.activeElement?.closest<HTMLElement>('.findings > .change[id]')
    const index = current ? findings.indexOf(current) : -1
    const next =
      event.key === 'n' ? findings[index + 1] : findings[index < 0 ? findings.length - 1 : index - 1]
    if (!next) return
    event.preventDefault()
    next.focus()
  })
}

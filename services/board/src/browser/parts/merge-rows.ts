/**
 * Makes the rows of a list those of `fresh`. A row with a known id stays where the focus may be, and its link takes the
 * new content. Returns how many rows were added.
 */
export function mergeRows(list: HTMLElement, fresh: HTMLElement): number {
  const known = new Map([...list.children].map((row) => [row.id, row]))
  let place = list.firstElementChild
  let added = 0
  for (const row of [...fresh.children]) {
    const existing = known.get(row.id)
    known.delete(row.id)
    if (!existing) {
      list.insertBefore(document.adoptNode(row), place)
      added++
    } else {
      if (existing === place) place = existing.nextElementSibling
      else list.insertBefore(existing, place)
      takeContent(existing.querySelector('a'), row.querySelector('a'))
    }
  }
  for (const row of known.values()) row.remove()
  return added
}

function takeContent(link: Element | null, fresh: Element | null): void {
  if (!link || !fresh || link.outerHTML === fresh.outerHTML) return
  for (const name of ['class', 'aria-current']) {
    const value = fresh.getAttribute(name)
    if (value === null) link.removeAttribute(name)
    else link.setAttribute(name, value)
  }
  link.replaceChildren(...fresh.childNodes)
}

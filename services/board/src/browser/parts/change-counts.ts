import { fill } from './dom'

/** As many email clients the service answers for at once. */
const maxClients = 50

/** Writes into each tile how much its email client changed in the email. */
export async function showChangeCounts(tiles: HTMLElement, progress: HTMLElement): Promise<void> {
  const { counts: url = '', oneChange, changes } = progress.dataset
  const places = [...tiles.querySelectorAll<HTMLElement>('[data-changes-of]')].filter(
    ({ textContent }) => textContent === '',
  )
  for (let from = 0; from < places.length; from += maxClients) {
    const some = places.slice(from, from + maxClients)
    const query = new URLSearchParams(some.map((place) => ['client', place.dataset.changesOf ?? '']))
    const response = await fetch(`${url}?${query.toString()}`).catch(() => null)
    // The tiles are whole without it: the page of each picture says it, too.
    if (!response?.ok) return
    const counts = (await response.json()) as Record<string, number>
    for (const place of some) {
      const number = counts[place.dataset.changesOf ?? '']
      if (number !== undefined) place.textContent = fill(number === 1 ? oneChange : changes, { number })
    }
  }
}

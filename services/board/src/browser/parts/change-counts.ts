import { fill } from './dom'

/** The most email clients for which the service answers in one request. */
const maxClients = 50

/** Asks how many visible changes each email client made to the email, and writes the numbers into the tiles. */
export async function showChangeCounts(tiles: HTMLElement, progress: HTMLElement): Promise<void> {
  const { counts: url = '', oneChange, changes, changesUnknown = '' } = progress.dataset
  const places = [...tiles.querySelectorAll<HTMLElement>('[data-changes-of]')].filter(
    ({ textContent }) => textContent === '',
  )
  for (let from = 0; from < places.length; from += maxClients) {
    const some = places.slice(from, from + maxClients)
    const query = new URLSearchParams(some.map((place) => ['client', place.dataset.changesOf ?? '']))
    const response = await fetch(`${url}?${query.toString()}`).catch(() => null)
    // Tiles may stay without a number: the page of each picture lists the changes, too.
    if (!response?.ok) return
    const counts = (await response.json()) as Record<string, number | null>
    for (const place of some) {
      const number = counts[place.dataset.changesOf ?? '']
      if (number === null) place.textContent = changesUnknown
      else if (number !== undefined) place.textContent = fill(number === 1 ? oneChange : changes, { number })
    }
  }
}

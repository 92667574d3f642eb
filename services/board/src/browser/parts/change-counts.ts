import { fill } from '../../email/shown-preview'
import type { SeenCount } from '../../email/visible-changes'
import { byId } from './dom'

/** Email clients in one request; the API's limit. */
const maxClients = 50

/** Says on each tile how many changes are seen, or how many may be seen while that is not measured. */
export async function showChangeCounts(tiles: HTMLElement): Promise<void> {
  const texts = byId('progress').dataset
  const fields = [...tiles.querySelectorAll<HTMLElement>('[data-changes-of]')]
  for (let from = 0; from < fields.length; from += maxClients) {
    const batch = fields.slice(from, from + maxClients)
    const query = new URLSearchParams(batch.map((field) => ['client', field.dataset.changesOf ?? '']))
    const response = await fetch(`${texts.counts ?? ''}?${query.toString()}`).catch(() => null)
    // Tiles may stay without a number: the page of each picture lists the changes, too.
    if (!response?.ok) return
    const counts = (await response.json()) as Record<string, SeenCount | null>
    for (const field of batch) {
      const count = counts[field.dataset.changesOf ?? '']
      if (count !== undefined) field.textContent = textOf(count, texts)
    }
  }
}

function textOf(count: SeenCount | null, texts: DOMStringMap): string {
  if (count === null) return texts.changesUnknown ?? ''
  const { number, isMeasured } = count
  const one = isMeasured ? texts.oneChange : texts.oneChangeAtMost
  const many = isMeasured ? texts.changes : texts.changesAtMost
  return fill(number === 1 ? one : many, { number })
}

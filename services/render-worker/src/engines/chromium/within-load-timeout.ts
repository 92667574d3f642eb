import { withinTimeout } from '@pas/runtime/within-timeout'
import { loadTimeoutMs } from '../load-timeout'

/** Resolves when the page is loaded or `loadTimeoutMs` is over; rejects when loading fails before that. */
export async function withinLoadTimeout(isLoaded: Promise<unknown>): Promise<void> {
  await withinTimeout(isLoaded, loadTimeoutMs, () => undefined)
}

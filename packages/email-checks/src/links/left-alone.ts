import { findClickTracker } from './click-trackers'
import { isToDecide } from './to-decide'
import { isToUnsubscribe } from './unsubscribe'

export interface LeftAloneOptions {
  /** The operator's choice to request the links of click trackers, too. */
  followTrackers: boolean
}

/**
 * Why the address must not be requested, as a clause, or null. `words`: all that the email says of the link. When in
 * doubt, it is left alone: an unwanted click costs more than an unchecked link.
 */
export function whyLeftAlone(url: URL, words: string, { followTrackers }: LeftAloneOptions): string | null {
  if (isToUnsubscribe(url.href, words)) return 'it looks as if it unsubscribes'
  if (isToDecide(url.href, words))
    return 'it looks as if a click confirms, activates, deletes or cancels something'
  if (url.username !== '' || url.password !== '') return 'its address has a name or a password'
  const tracker = followTrackers ? null : findClickTracker(url)
  return tracker === null ? null : `${tracker} counts each request as a click`
}

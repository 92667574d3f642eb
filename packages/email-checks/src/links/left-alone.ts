import { findClickTracker } from './click-trackers'
import { isToDecide } from './to-decide'
import { isToUnsubscribe } from './unsubscribe'

/** Which links an operator lets be asked although they are left alone otherwise. */
export interface LeftAloneOptions {
  /** Whether click trackers are asked, too. */
  followTrackers: boolean
}

/**
 * Why nobody may ask this address, as one clause whose subject is the link; null if it may be asked. `words` is all that
 * the email says of the link. When in doubt the link is left alone: a person loses more by an unwanted click than by a
 * link that is not checked.
 */
export function whyLeftAlone(url: URL, words: string, { followTrackers }: LeftAloneOptions): string | null {
  if (isToUnsubscribe(url.href, words)) return 'it looks as if it unsubscribes'
  if (isToDecide(url.href, words))
    return 'it looks as if a click confirms, activates, deletes or cancels something'
  if (url.username !== '' || url.password !== '') return 'its address has a name or a password'
  const tracker = followTrackers ? null : findClickTracker(url)
  return tracker === null ? null : `${tracker} counts each request as a click`
}

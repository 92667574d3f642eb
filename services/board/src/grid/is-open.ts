import type { ApiEmail } from '../api/schema'

/** Seconds in which the content is kept and pictures are drawn; negative once they are over. */
export const secondsLeft = (email: ApiEmail, now: Date): number =>
  (new Date(email.takes_captures_until).getTime() - now.getTime()) / 1_000

/** Whether the email's content is still kept, so that pictures can be drawn. */
export const isOpen = (email: ApiEmail, now: Date): boolean =>
  email.content === 'kept' && secondsLeft(email, now) > 0

import type { ApiEmail } from '../api/schema'

/** For how long the email's content is kept, and the email takes new pictures. */
export const secondsLeft = (email: ApiEmail, now: Date): number =>
  (new Date(email.takes_captures_until).getTime() - now.getTime()) / 1_000

/** Whether the email takes new pictures. */
export const isOpen = (email: ApiEmail, now: Date): boolean =>
  email.content === 'kept' && secondsLeft(email, now) > 0

import type { Texts } from '@pas/pages/languages'
import { PageError } from '@pas/pages/page-error'
import { createBodiesInFlight, type BodiesInFlight } from '@pas/runtime/http/bodies-in-flight'

/** More than the API takes, so that for a source that is a little too long the form is shown again. */
export const maxFormBytes = 16 * 1024 * 1024
/**
 * The bytes of one kind that this process holds at the same time, and the part of one user. Each byte takes about ten
 * bytes of memory, and docker-compose.yml gives the process 512 MiB.
 */
const limits = { maxBytes: 32 * 1024 * 1024, maxBytesPerOwner: maxFormBytes }
/** `Retry-After` of a page that is refused because others are under way. */
const retryAfterSeconds = '5'

/** What a page that is refused says. */
interface BusyTexts {
  /** The user's own pages hold the user's part: 429. */
  ofUser: Texts<string>
  /** All users' pages hold what the process may hold: 503. */
  ofProcess: Texts<string>
}

/** Counts the bytes that pages hold for signed-in users, by the user's id. */
export const createUserBytes = ({ ofUser, ofProcess }: BusyTexts): BodiesInFlight<number> =>
  createBodiesInFlight({
    limits,
    refusals: {
      ofOwner: () => busy('too_many_requests', ofUser),
      ofProcess: () => busy('unavailable', ofProcess),
    },
  })

const busy = (code: 'too_many_requests' | 'unavailable', texts: Texts<string>): PageError =>
  new PageError(code, (language) => texts[language], { headers: { 'Retry-After': retryAfterSeconds } })

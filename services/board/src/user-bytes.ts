import type { Texts } from '@pas/pages/languages'
import { PageError } from '@pas/pages/page-error'
import { createBodiesInFlight, type BodiesInFlight } from '@pas/runtime/http/bodies-in-flight'

/** More than the API takes, so that a source that is a little too long shows the form again. */
export const maxFormBytes = 16 * 1024 * 1024
/** Each byte that is held takes about ten bytes of memory; docker-compose.yml gives the process 512 MiB. */
const limits = { maxBytes: 32 * 1024 * 1024, maxBytesPerOwner: maxFormBytes }
const retryAfterSeconds = '5'

interface BusyTexts {
  /** 429: this user's requests hold all bytes of one user. */
  ofUser: Texts<string>
  /** 503: the requests of all users hold all bytes of the process. */
  ofProcess: Texts<string>
}

export const createUserBytes = ({ ofUser, ofProcess }: BusyTexts): BodiesInFlight<number> =>
  createBodiesInFlight({
    limits,
    refusals: {
      ofOwner: () => busyError('too_many_requests', ofUser),
      ofProcess: () => busyError('unavailable', ofProcess),
    },
  })

const busyError = (code: 'too_many_requests' | 'unavailable', texts: Texts<string>): PageError =>
  new PageError(code, (language) => texts[language], { headers: { 'Retry-After': retryAfterSeconds } })

import { errorTexts } from '@pas/pages/error-texts'
import { PageError } from '@pas/pages/page-error'
import { createSharedPlaces } from '@pas/runtime/http/shared-places'

/** Each takes 0.5 MiB while its browser reads nothing; docker-compose.yml gives the process 512 MiB. */
const defaultPlaces = 256
const retryAfterSeconds = '5'

/** Limits the pictures that are relayed at once. */
export interface RelayPlaces {
  /** The returned function gives the place back. Throws 429 for this caller, 503 when there are none at all. */
  take(caller: number): () => void
}

/** A caller may take places only while more are free than it has, so that others find some. */
export function createRelayPlaces(places = defaultPlaces): RelayPlaces {
  const shared = createSharedPlaces<number>(places)
  return {
    take: (caller) => {
      if (!shared.hasPlaceFor(caller)) throw busy(shared.size < places ? 'too_many_requests' : 'unavailable')
      return shared.take(caller)
    },
  }
}

const busy = (code: 'too_many_requests' | 'unavailable'): PageError =>
  new PageError(code, (language) => errorTexts[language].byCode[code].text, {
    headers: { 'Retry-After': retryAfterSeconds },
  })

import { addressKey } from '@pas/runtime/http/address-key'
import { createSharedPlaces } from '@pas/runtime/http/shared-places'
import { tooManyPictures, tooManyPicturesOfAddress } from '../errors'

/** Memory per place: a picture takes as many places as it may fill. */
const placeBytes = 64 * 1024
/** A caller that pauses holds one block of the storage: 512 KiB. */
const maxPlacesOfPicture = 8

export interface PictureLimits {
  places: number
  placesPerAddress: number
}

/**
 * 256 MiB, a quarter of the process's memory in docker-compose.yml: comparing takes as much. Many users may share an address (RFC 6269), and HTTP/2
 * requests a page's pictures at once.
 */
const pictureLimits: PictureLimits = { places: 4_096, placesPerAddress: 1_024 }

/** Limits pictures being sent: an unread one keeps its connection, descriptor and memory. */
export interface PicturePlaces {
  /** Returns the function that gives the places back. Throws 429 for this address, 503 when there are none at all. */
  take(ip: string | undefined, contentLength: number): () => void
}

/** An address may take places only while more are free than it has, so that others find some. */
export function createPicturePlaces({
  places,
  placesPerAddress,
}: PictureLimits = pictureLimits): PicturePlaces {
  const shared = createSharedPlaces<string>(places)
  return {
    take: (ip, contentLength) => {
      const address = addressKey(ip)
      const count = Math.max(1, Math.min(maxPlacesOfPicture, Math.ceil(contentLength / placeBytes)))
      if (shared.size + count > places) throw tooManyPictures()
      if (shared.of(address) + count > placesPerAddress || !shared.hasPlaceFor(address, count))
        throw tooManyPicturesOfAddress()
      return shared.take(address, count)
    },
  }
}

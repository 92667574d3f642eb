import { addressKey } from '@pas/runtime/http/address-key'
import { createSharedPlaces } from '@pas/runtime/http/shared-places'
import { tooManyPictures, tooManyPicturesOfAddress } from '../errors'

/** A picture that is being sent takes one place for each part of this size that it may hold in memory. */
const placeBytes = 64 * 1024
/** The most places of one picture: storage reads blocks of 512 KiB, and a reader that pauses holds one of them. */
const maxPlacesOfPicture = 8

/** Places of this process for pictures that are being sent. */
export interface PictureLimits {
  places: number
  /** Of `places`, for callers from one address. */
  placesPerAddress: number
}

/**
 * 256 MiB, half of what docker-compose.yml gives the process, and 64 MiB for an address: 128 large pictures or 1,024
 * small ones at a time, because many users may share an address (RFC 6269) and a browser with HTTP/2 requests all
 * pictures of a page at once.
 */
const pictureLimits: PictureLimits = { places: 4_096, placesPerAddress: 1_024 }

/**
 * Shares what a process can send at a time between callers' addresses. A caller who does not read keeps a picture
 * unfinished: its connection, its descriptor and its memory.
 */
export interface PicturePlaces {
  /**
   * Takes places for a picture of this size; returns the function that gives them back. Throws 429 when this address
   * has too many, and 503 when there are none for any address.
   */
  take(ip: string | undefined, contentLength: number): () => void
}

/** An address may take more while more are free than it has, so that a few leave places for the next. */
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

import { createSharedPlaces } from './shared-places'

/** Maximum sums of the bodies that a process holds at a time. */
export interface InFlightLimits {
  /** All owners together. An eighth is kept for small bodies, so the largest body must fit into the rest. */
  maxBytes: number
  /** One owner, with small and large bodies. At least the largest body. */
  maxBytesPerOwner: number
}

export interface InFlightRefusals {
  /** The owner has used up its share. `heldBytes`: its bodies that are held. */
  ofOwner: (heldBytes: number) => Error
  /** All owners together have used up the process's limit. `heldBytes`: everything that is held. */
  ofProcess: (heldBytes: number) => Error
}

export interface HeldBody {
  /** Throws as `hold` would for so many bytes, and counts nothing: a body that is only announced takes no memory. */
  assertRoom: (bytes: number) => void
  /** Sets the bytes of this body that have arrived. When it throws, the body counts no longer. */
  hold: (bytes: number) => void
  /** Ends the counting, when the request and the work for it are over. */
  release: () => void
}

/** Counts the bodies that are being read or processed. */
export interface BodiesInFlight<Owner> {
  open(owner: Owner): HeldBody
}

/** A body counts as small up to here. */
const smallBodyBytes = 64 * 1024

/**
 * Limits the bodies in flight, so that large ones do not use up the process's memory, and one owner's bodies leave room
 * for those of others. An eighth of the sum is kept for bodies of at most 64 KiB, and one owner may have a quarter of
 * that eighth: large bodies never keep small ones out (ADR 22).
 */
export function createBodiesInFlight<Owner>({
  limits: { maxBytes, maxBytesPerOwner },
  refusals,
  onChange = () => undefined,
}: {
  limits: InFlightLimits
  refusals: InFlightRefusals
  /** Called with each change of the sum, in bytes. */
  onChange?: (bytes: number) => void
}): BodiesInFlight<Owner> {
  const keptForSmall = Math.floor(maxBytes / 8)
  const createPool = (poolBytes: number, poolBytesPerOwner: number) => ({
    bytes: createSharedPlaces<Owner>(poolBytes),
    hasRoom(owner: Owner, more: number): boolean {
      return this.bytes.size + more <= poolBytes && this.bytes.of(owner) + more <= poolBytesPerOwner
    },
  })
  const small = createPool(keptForSmall, Math.floor(keptForSmall / 4))
  const large = createPool(maxBytes - keptForSmall, maxBytesPerOwner)

  return {
    open: (owner) => {
      /** Where the body counts. Each begins as a small one, and stays a large one. */
      let pool = small
      let heldBytes = 0
      let giveBack = (): void => undefined
      let isReleased = false

      const move = (to: typeof pool, bytes: number): void => {
        giveBack()
        giveBack = bytes > 0 ? to.bytes.take(owner, bytes) : () => undefined
        onChange(bytes - heldBytes)
        pool = to
        heldBytes = bytes
      }
      /** Where the body has room when so many bytes of it have arrived. */
      const findRoom = (bytes: number): typeof pool => {
        const ofOwner = small.bytes.of(owner) + large.bytes.of(owner)
        if (ofOwner - heldBytes + bytes > maxBytesPerOwner) throw refusals.ofOwner(ofOwner)
        const isSmall = pool === small && bytes <= smallBodyBytes
        if (isSmall && small.hasRoom(owner, bytes - heldBytes)) return small
        if (large.hasRoom(owner, pool === large ? bytes - heldBytes : bytes)) return large
        throw refusals.ofProcess(small.bytes.size + large.bytes.size)
      }
      return {
        assertRoom: (bytes) => void findRoom(bytes),
        hold: (bytes) => {
          if (isReleased || bytes <= heldBytes) return
          try {
            move(findRoom(bytes), bytes)
          } catch (error) {
            move(pool, 0)
            throw error
          }
        },
        release: () => {
          if (!isReleased) move(pool, 0)
          isReleased = true
        },
      }
    },
  }
}

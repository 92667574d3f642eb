import { setFairTimeout } from '../set-fair-timeout'
import { createRoomLine } from './room-line'
import { createCounts, createSharedPlaces } from './shared-places'

/** Maximum sums of the bodies that a process holds at a time. */
export interface InFlightLimits {
  /** All owners together. An eighth is kept for small bodies, so the largest body must fit into the rest. */
  maxBytes: number
  /** One owner, with small and large bodies. At least the largest body. */
  maxBytesPerOwner: number
  /** Bodies of one owner at a time; the others wait. Default: any number. */
  maxBodiesPerOwner?: number
  /** Bodies that wait, unread, until there is room, shared as in `createSharedPlaces`. Default: none waits. */
  maxWaiting?: number
  maxWaitMs?: number
}

export interface InFlightRefusals {
  /** The owner has used up its share. `heldBytes`: its bodies that are held. */
  ofOwner: (heldBytes: number) => Error
  /** All owners together have used up the process's limit. `heldBytes`: everything that is held. */
  ofProcess: (heldBytes: number) => Error
}

export interface HeldBody {
  /**
   * Resolves when there is room for so many bytes. Where bodies wait, these count until they have arrived, for a second
   * at most: a body that is only announced takes no memory. Rejects as `hold` throws: at once when too many wait, or too
   * late.
   */
  untilRoom: (bytes: number) => Promise<void>
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
export const smallBodyBytes = 64 * 1024
/** How long bytes count that were announced and do not come. */
const announcedMs = 1_000

/**
 * Limits the bodies in flight, so that large ones do not use up the process's memory, and one owner's bodies leave room
 * for those of others. An eighth of the sum is kept for bodies of at most 64 KiB, and one owner may have a quarter of
 * that eighth: large bodies never keep small ones out (ADR 22).
 */
export function createBodiesInFlight<Owner>({
  limits: { maxBytes, maxBytesPerOwner, maxBodiesPerOwner = Infinity, maxWaiting = 0, maxWaitMs = 0 },
  refusals,
  onChange = () => undefined,
}: {
  limits: InFlightLimits
  refusals: InFlightRefusals
  /** Called with each change of the sum, in bytes. */
  onChange?: (bytes: number) => void
}): BodiesInFlight<Owner> {
  const { small, large } = createPools<Owner>({ maxBytes, maxBytesPerOwner })
  const bodies = createCounts<Owner>()
  const line = createRoomLine<Owner>({ maxWaiting, maxWaitMs })

  return {
    open: (owner) => {
      /** Where the body counts. Each begins as a small one, and stays a large one. */
      let pool = small
      let heldBytes = 0
      let arrivedBytes = 0
      let giveBack = (): void => undefined
      let endWait = (): void => undefined
      let isReleased = false

      const move = (to: typeof pool, bytes: number): void => {
        giveBack()
        const given = bytes > 0 ? [to.bytes.take(owner, bytes), bodies.add(owner)] : []
        giveBack = () => given.forEach((end) => end())
        onChange(bytes - heldBytes)
        const heldBefore = heldBytes
        ;[pool, heldBytes] = [to, bytes]
        if (bytes < heldBefore) line.letIn()
      }
      /** Where the body has room when so many bytes of it have arrived, or why it has none. */
      const findRoom = (bytes: number): typeof pool | Error => {
        const ofOwner = small.bytes.of(owner) + large.bytes.of(owner)
        if (ofOwner - heldBytes + bytes > maxBytesPerOwner) return refusals.ofOwner(ofOwner)
        const isSmall = pool === small && bytes <= smallBodyBytes
        if (isSmall && small.hasRoom(owner, bytes - heldBytes)) return small
        if (large.hasRoom(owner, pool === large ? bytes - heldBytes : bytes)) return large
        return refusals.ofProcess(small.bytes.size + large.bytes.size)
      }
      /** Also where there is room, but others of the owner wait for it. */
      const refuse = (bytes: number): Error => {
        const room = findRoom(bytes)
        return room instanceof Error ? room : refusals.ofOwner(small.bytes.of(owner) + large.bytes.of(owner))
      }
      const announce = (bytes: number): boolean => {
        const room = findRoom(bytes)
        if (room instanceof Error || bodies.of(owner) >= maxBodiesPerOwner) return false
        // Where none waits, the sender of a body that never comes would keep others of the owner out.
        if (maxWaiting === 0) return true
        move(room, bytes)
        if (bytes > 0) endWait = setFairTimeout(() => move(pool, arrivedBytes), announcedMs).clear
        return true
      }
      return {
        untilRoom: (bytes) => {
          const waiting = line.wait(owner, { enter: () => announce(bytes), refuse: () => refuse(bytes) })
          if (heldBytes === 0) endWait = waiting.leave
          return waiting.entered
        },
        hold: (bytes) => {
          arrivedBytes = bytes
          if (isReleased || bytes < heldBytes) return
          endWait()
          const room = findRoom(bytes)
          move(room instanceof Error ? pool : room, room instanceof Error ? 0 : bytes)
          if (room instanceof Error) throw room
        },
        release: () => {
          if (isReleased) return
          isReleased = true
          endWait()
          move(pool, 0)
        },
      }
    },
  }
}

/** Where bodies count: an eighth of all bytes is for small ones alone. */
function createPools<Owner>({ maxBytes, maxBytesPerOwner }: InFlightLimits) {
  const keptForSmall = Math.floor(maxBytes / 8)
  const createPool = (poolBytes: number, poolBytesPerOwner: number) => ({
    bytes: createSharedPlaces<Owner>(poolBytes),
    hasRoom(owner: Owner, more: number): boolean {
      return this.bytes.size + more <= poolBytes && this.bytes.of(owner) + more <= poolBytesPerOwner
    },
  })
  return {
    small: createPool(keptForSmall, Math.floor(keptForSmall / 4)),
    large: createPool(maxBytes - keptForSmall, maxBytesPerOwner),
  }
}

import { setAnswerTimeout } from '../set-answer-timeout'
import { createRoomLine } from './room-line'
import { createCounts, createSharedPlaces } from './shared-places'

export interface InFlightLimits {
  /** An eighth is kept for small bodies: the largest body must fit into the rest. */
  maxBytes: number
  /** Must be at least the largest body. */
  maxBytesPerOwner: number
  /** Further bodies wait. Default: any number. */
  maxBodiesPerOwner?: number
  /** Bodies that wait unread for room, shared as in `createSharedPlaces`. Default: none. */
  maxWaiting?: number
  maxWaitMs?: number
}

export interface InFlightRefusals {
  ofOwner: (heldBytes: number) => Error
  ofProcess: (heldBytes: number) => Error
}

export interface HeldBody {
  /**
   * Resolves when there is room; rejects as `hold` throws. Until they arrive the bytes count for a second at most: an
   * announced body takes no memory.
   */
  untilRoom: (bytes: number) => Promise<void>
  /** Sets the bytes that have arrived. When it throws, the body no longer counts. */
  hold: (bytes: number) => void
  release: () => void
}

export interface BodiesInFlight<Owner> {
  open(owner: Owner): HeldBody
}

export const smallBodyBytes = 64 * 1024
/** How long bytes count that were announced and do not come. */
const announcedMs = 1_000

/**
 * An eighth of the bytes is for bodies up to 64 KiB, a quarter of it for one owner: large bodies never keep small ones
 * out (ADR 22).
 */
export function createBodiesInFlight<Owner>({
  limits: { maxBytes, maxBytesPerOwner, maxBodiesPerOwner = Infinity, maxWaiting = 0, maxWaitMs = 0 },
  refusals,
  onChange = () => undefined,
}: {
  limits: InFlightLimits
  refusals: InFlightRefusals
  onChange?: (bytes: number) => void
}): BodiesInFlight<Owner> {
  const { small, large } = createPools<Owner>({ maxBytes, maxBytesPerOwner })
  const bodies = createCounts<Owner>()
  const line = createRoomLine<Owner>({ maxWaiting, maxWaitMs })

  return {
    open: (owner) => {
      let pool = small
      let heldBytes = 0
      let arrivedBytes = 0
      let giveBack = (): void => undefined
      let endWait = (): void => undefined
      let isReleased = false

      const move = (to: typeof pool, bytes: number): void => {
        giveBack()
        const taken = bytes > 0 ? [to.bytes.take(owner, bytes), bodies.add(owner)] : []
        giveBack = () => taken.forEach((end) => end())
        const addedBytes = bytes - heldBytes
        onChange(addedBytes)
        pool = to
        heldBytes = bytes
        if (addedBytes < 0) line.letIn()
      }
      const findRoom = (bytes: number): typeof pool | Error => {
        const ofOwner = small.bytes.of(owner) + large.bytes.of(owner)
        if (ofOwner - heldBytes + bytes > maxBytesPerOwner) return refusals.ofOwner(ofOwner)
        const isSmall = pool === small && bytes <= smallBodyBytes
        if (isSmall && small.hasRoom(owner, bytes - heldBytes)) return small
        if (large.hasRoom(owner, pool === large ? bytes - heldBytes : bytes)) return large
        return refusals.ofProcess(small.bytes.size + large.bytes.size)
      }
      const refuse = (bytes: number): Error => {
        const room = findRoom(bytes)
        return room instanceof Error ? room : refusals.ofOwner(small.bytes.of(owner) + large.bytes.of(owner))
      }
      const announce = (bytes: number): boolean => {
        const room = findRoom(bytes)
        if (room instanceof Error || bodies.of(owner) >= maxBodiesPerOwner) return false
        // Without waiting, bytes that are announced and never come would have the owner's other bodies refused.
        if (maxWaiting === 0) return true
        move(room, bytes)
        if (bytes > 0) endWait = setAnswerTimeout(() => move(pool, arrivedBytes), announcedMs).clear
        return true
      }
      return {
        untilRoom: (bytes) => {
          const waiting = line.wait(owner, { enter: () => announce(bytes), refuse: () => refuse(bytes) })
          // A body that entered at once has its `endWait` from `announce`.
          if (heldBytes === 0) endWait = waiting.leave
          return waiting.entered
        },
        hold: (bytes) => {
          arrivedBytes = bytes
          // The announced bytes count for those that have arrived.
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

function createPools<Owner>({ maxBytes, maxBytesPerOwner }: InFlightLimits) {
  const keptForSmall = Math.floor(maxBytes / 8)
  const createPool = (poolBytes: number, poolBytesPerOwner: number) => ({
    bytes: createSharedPlaces<Owner>(poolBytes),
    hasRoom(owner: Owner, addedBytes: number): boolean {
      return (
        this.bytes.size + addedBytes <= poolBytes && this.bytes.of(owner) + addedBytes <= poolBytesPerOwner
      )
    },
  })
  return {
    small: createPool(keptForSmall, Math.floor(keptForSmall / 4)),
    large: createPool(maxBytes - keptForSmall, maxBytesPerOwner),
  }
}

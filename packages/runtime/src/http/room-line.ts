import { setAnswerTimeout } from '../set-answer-timeout'
import { createSharedPlaces } from './shared-places'

export interface RoomLine<Owner> {
  /**
   * Calls `enter` until it returns true, in the order of the owner's calls. `entered` rejects with `refuse()` when too
   * many wait or one waits too long, and when `leave` ended the wait.
   */
  wait(
    owner: Owner,
    calls: { enter: () => boolean; refuse: () => Error },
  ): { entered: Promise<void>; leave: () => void }
  letIn(): void
}

interface Waiting<Owner> {
  owner: Owner
  enter: () => boolean
}

/** The places are shared as in `createSharedPlaces`, each for `maxWaitMs` at most. */
export function createRoomLine<Owner>({
  maxWaiting,
  maxWaitMs,
}: {
  maxWaiting: number
  maxWaitMs: number
}): RoomLine<Owner> {
  const places = createSharedPlaces<Owner>(maxWaiting)
  const line = new Set<Waiting<Owner>>()

  return {
    wait: (owner, { enter, refuse }) => {
      let leave = (): void => undefined
      if (places.of(owner) === 0 && enter()) return { entered: Promise.resolve(), leave }
      if (!places.hasPlaceFor(owner)) return { entered: Promise.reject(refuse()), leave }
      const entered = new Promise<void>((resolve, reject) => {
        const giveBack = places.take(owner)
        const end = (settle: () => void): void => {
          timeout.clear()
          if (!line.delete(waiting)) return
          giveBack()
          settle()
        }
        const waiting: Waiting<Owner> = {
          owner,
          enter: () => {
            const isIn = enter()
            if (isIn) end(resolve)
            return isIn
          },
        }
        const timeout = setAnswerTimeout(() => end(() => reject(refuse())), maxWaitMs)
        line.add(waiting)
        leave = () => end(() => reject(new Error('left the line')))
      })
      return { entered, leave }
    },
    letIn: () => {
      const stillWaiting = new Set<Owner>()
      for (const waiting of line)
        if (!stillWaiting.has(waiting.owner) && !waiting.enter()) stillWaiting.add(waiting.owner)
    },
  }
}

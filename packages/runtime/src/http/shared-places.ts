export interface Counts<Key> {
  of(key: Key): number
  /** Counts until the returned function is called, once. */
  add(key: Key, count?: number): () => void
}

/** Keys that have nothing take no memory. */
export function createCounts<Key>(): Counts<Key> {
  const counts = new Map<Key, number>()
  return {
    of: (key) => counts.get(key) ?? 0,
    add: (key, count = 1) => {
      counts.set(key, (counts.get(key) ?? 0) + count)
      return () => {
        const remaining = (counts.get(key) ?? 0) - count
        if (remaining > 0) counts.set(key, remaining)
        else counts.delete(key)
      }
    },
  }
}

/** Places that owners share, such as accounts or IP addresses. */
export interface SharedPlaces<Owner> {
  hasPlaceFor(owner: Owner, count?: number): boolean
  /** `hasPlaceFor` must have allowed the places; the returned function gives them back, once. */
  take(owner: Owner, count?: number): () => void
  of(owner: Owner): number
  readonly size: number
}

/**
 * An owner may have one more while more places are free than it has: one owner gets at most half, two a third each, and
 * so on (ADR 46).
 */
export function createSharedPlaces<Owner>(places: number): SharedPlaces<Owner> {
  const perOwner = createCounts<Owner>()
  let size = 0
  return {
    hasPlaceFor: (owner, count = 1) => perOwner.of(owner) + count <= places - size,
    take: (owner, count = 1) => {
      const giveBack = perOwner.add(owner, count)
      size += count
      return () => {
        giveBack()
        size -= count
      }
    },
    of: (owner) => perOwner.of(owner),
    get size() {
      return size
    },
  }
}

import { ApiError } from '@pas/runtime/errors'
import { addressKey } from '@pas/runtime/http/address-key'
import { isOwner, type EmailCaller } from '../authentication/authenticate'

/** Places of this process for connections of one kind. */
export interface PlaceLimits {
  /** For owners: callers with a credential of the email's account. */
  owners: number
  /** For callers without a credential, in addition. */
  withoutCredential: number
  /** Of `withoutCredential`, for callers from one address. */
  withoutCredentialPerAddress: number
  /** Of `withoutCredential`, for one email; no limit when left out. */
  withoutCredentialPerEmail?: number
}

/**
 * Requests of this process that wait at a time for a capture, or with `Prefer: wait`. Each costs a socket and some
 * memory. Most of them are for `<img>` tags, hundreds of them from an address that many users share (RFC 6269).
 */
export const waitLimits: PlaceLimits = {
  owners: 10_000,
  withoutCredential: 5_000,
  withoutCredentialPerAddress: 1_250,
}

/** Shares the places of this process for connections that stay open, such as event streams. */
export interface ConnectionPlaces {
  /**
   * Takes a place for a connection that is about this email; returns the function that gives it back. Throws 429 when
   * there is no place for this caller.
   */
  take(caller: EmailCaller, email: { id: string; accountId: number }): () => void
  /** Places that are taken. */
  readonly size: number
}

/** `Retry-After` of the 429. */
const retrySeconds = 15

/**
 * Makes the places for connections that are called `name` in the text of a refusal, such as `event streams`. Owners and
 * callers without a credential have places apart, so that no caller who only knows a guid takes an owner's. Among each
 * kind, an account's emails may have one more while more places are free than they have: one account gets half of the
 * places at most, two accounts a third each, and so on, and places are left for the next account (ADR 46).
 */
export function createConnectionPlaces(name: string, limits: PlaceLimits): ConnectionPlaces {
  const owners = createPool(limits.owners)
  const others = createPool(limits.withoutCredential)
  const perAddress = createCounts()
  const perEmail = createCounts()
  const { withoutCredentialPerAddress: maxPerAddress, withoutCredentialPerEmail: maxPerEmail = Infinity } =
    limits

  const takeOthers: ConnectionPlaces['take'] = ({ ip }, email) => {
    const address = addressKey(ip)
    const may = 'Callers without a credential may have'
    if (perAddress.of(address) >= maxPerAddress)
      throw noPlace(`${may} ${maxPerAddress} ${name} open from one address`)
    if (perEmail.of(email.id) >= maxPerEmail) throw noPlace(`${may} ${maxPerEmail} ${name} of one email open`)
    if (!others.hasPlaceFor(email.accountId))
      throw noPlace(`${may} no more ${name} of this email’s account open now`)
    const back = [others.take(email.accountId), perAddress.add(address), perEmail.add(email.id)]
    return () => back.forEach((giveBack) => giveBack())
  }

  return {
    take: (caller, email) => {
      if (!isOwner(caller, email)) return takeOthers(caller, email)
      if (!owners.hasPlaceFor(email.accountId))
        throw noPlace(`This account may have no more ${name} open now`)
      return owners.take(email.accountId)
    },
    get size() {
      return owners.size + others.size
    },
  }
}

const noPlace = (exhausted: string): ApiError =>
  new ApiError('too_many_requests', `${exhausted}; close one, or try again in ${retrySeconds} seconds.`, {
    headers: { 'Retry-After': String(retrySeconds) },
  })

interface Counts<Key> {
  of(key: Key): number
  /** Counts one, until the returned function is called. */
  add(key: Key): () => void
}

function createCounts<Key>(): Counts<Key> {
  const counts = new Map<Key, number>()
  return {
    of: (key) => counts.get(key) ?? 0,
    add: (key) => {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return () => {
        const left = (counts.get(key) ?? 0) - 1
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
      }
    },
  }
}

/** Places that accounts share. */
function createPool(places: number) {
  const perAccount = createCounts<number>()
  let size = 0
  return {
    hasPlaceFor: (accountId: number): boolean => perAccount.of(accountId) < places - size,
    take: (accountId: number): (() => void) => {
      const giveBack = perAccount.add(accountId)
      size += 1
      return () => {
        giveBack()
        size -= 1
      }
    },
    get size() {
      return size
    },
  }
}

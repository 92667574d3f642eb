import { ApiError } from '@pas/runtime/errors'
import { addressKey } from '@pas/runtime/http/address-key'
import { createCounts, createSharedPlaces } from '@pas/runtime/http/shared-places'
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
  readonly size: number
}

/** `Retry-After` of the 429. */
const retrySeconds = 15

/**
 * Makes the places for connections that are called `name` in the text of a refusal, such as `event streams`. Owners and
 * callers without a credential have places apart, so that no caller who only knows a guid takes an owner's. Among each
 * kind, accounts share the places (ADR 46).
 */
export function createConnectionPlaces(name: string, limits: PlaceLimits): ConnectionPlaces {
  const owners = createSharedPlaces<number>(limits.owners)
  const others = createSharedPlaces<number>(limits.withoutCredential)
  const perAddress = createCounts<string>()
  const perEmail = createCounts<string>()
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

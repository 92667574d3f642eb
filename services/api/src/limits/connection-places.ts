import { ApiError } from '@pas/runtime/errors'
import { addressKey } from '@pas/runtime/http/address-key'
import { createCounts, createSharedPlaces } from '@pas/runtime/http/shared-places'
import { isOwner, type EmailCaller } from '../authentication/authenticate'

export interface PlaceLimits {
  /** Callers with a credential of the email's account; the others have places in addition. */
  owners: number
  withoutCredential: number
  withoutCredentialPerAddress: number
  /** Unlimited when left out. */
  withoutCredentialPerEmail?: number
}

/** Requests that wait. Many users may share an address (RFC 6269), and a page has hundreds of `<img>` tags. */
export const waitLimits: PlaceLimits = {
  owners: 10_000,
  withoutCredential: 5_000,
  withoutCredentialPerAddress: 1_250,
}

export interface ConnectionPlaces {
  /** Returns the function that gives the place back. Throws 429 when there is none. */
  take(caller: EmailCaller, email: { id: string; accountId: number }): () => void
  readonly size: number
}

const retrySeconds = 15

/**
 * Owners have places of their own, which callers who only know a guid cannot take. Accounts share both kinds (ADR 46).
 * `name` stands in refusals.
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
    const taken = [others.take(email.accountId), perAddress.add(address), perEmail.add(email.id)]
    return () => taken.forEach((giveBack) => giveBack())
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

import { addressKey } from '@pas/runtime/http/address-key'
import { createSharedPlaces } from '@pas/runtime/http/shared-places'

/** Connections of a process: those that have not signed in have places of their own. */
export const placeLimits = { signedIn: 150, unknown: 50 }

/** Each function returns the one that gives the place back, or null when there is none. */
export interface MailPlaces {
  takeUnknown(ip: string): (() => void) | null
  takeSignedIn(accountId: number): (() => void) | null
}

/** Addresses share the one kind, accounts the other. */
export function createMailPlaces(limits: typeof placeLimits = placeLimits): MailPlaces {
  const unknown = createSharedPlaces<string>(limits.unknown)
  const signedIn = createSharedPlaces<number>(limits.signedIn)
  return {
    takeUnknown: (ip) => {
      const address = addressKey(ip)
      return unknown.hasPlaceFor(address) ? unknown.take(address) : null
    },
    takeSignedIn: (accountId) => (signedIn.hasPlaceFor(accountId) ? signedIn.take(accountId) : null),
  }
}

import {
  createSealedCookie,
  type SealedCookie,
  type SealedCookieDeps,
} from '@pas/pages/sealing/sealed-cookie'
import { z } from 'zod'

const lifetimeMs = 10 * 60 * 1000

/**
 * The e-mail address for which a password was just chosen in this browser: the sign-in page fills it in. No query,
 * because addresses do not belong into logs.
 */
export const chosenAddressCookie = (deps: SealedCookieDeps): SealedCookie<string> =>
  createSealedCookie(deps, { name: 'address', value: z.string(), lifetimeMs })

import type { z } from 'zod'
import { maxAssetBytes, maxEmailBodyBytes } from './max-email-bytes'
import { settings, type ValuesOf } from './setting'
import { wholeNumber } from './value-schemas'

const mebibyte = 1024 * 1024

/** An account beyond its limit gets 429, a process beyond its limit answers 503. */
export const limitSettings = {
  ...settings(['api', 'auth', 'pas'], {
    EMAILS_PER_MINUTE: { schema: wholeNumber().default(600), about: 'Emails that an account may create. This and the next four are for accounts without limits of their own (`pas account limits`).' },
    EMAIL_BYTES_PER_HOUR: {
      schema: wholeNumber(maxEmailBodyBytes + maxAssetBytes).default(10 * 1024 * mebibyte),
      about:
        'Bytes of emails and their assets that an account may have stored, with those of bodies that are refused; at least 50 MiB, one largest email. They are kept for 48 hours, so an account takes at most 49 times as much of the store.',
    },
    CAPTURES_PER_HOUR: {
      schema: wholeNumber().default(20_000),
      about: 'Captures that an account may request. Callers without a credential (<img>, prefetch) may have as many in addition, of which one address a quarter.',
    },
    CAPTURES_WAITING: {
      schema: wholeNumber().default(2_000),
      about: 'Captures of one account for one engine that are requested and not finished. Callers without a credential may have half as many in addition.',
    },
    CHECKS_PER_MINUTE: { schema: wholeNumber().default(300), about: 'Requests of an account for checks of emails, also with a new email.' },
  }),
  ...settings(['api'], {
    EFFECT_PICTURES_PER_HOUR: {
      schema: wholeNumber().default(5_000),
      about:
        'Pictures that may be drawn for an account to see what changes of email clients do. Each email client and email takes 24 of them, the most it may draw. Beyond that, effects keep what other emails say.',
    },
    CHANGES_PER_MINUTE: { schema: wholeNumber().default(60), about: 'Requests of an account that make, change or end share links and webhooks, or name emails.' },
    BODY_BYTES_IN_FLIGHT: {
      schema: wholeNumber(12 * mebibyte).default(64 * mebibyte),
      about:
        "Bytes of request bodies, and of emails' sources until they are read, that an api process holds at a time; at least 12 MiB. Beyond that bodies wait, 10 s at most, and then get 503. An eighth is kept for bodies of at most 64 KiB.",
    },
    BODY_BYTES_IN_FLIGHT_PER_ACCOUNT: {
      schema: wholeNumber(maxEmailBodyBytes).optional(),
      about: 'The same for the bodies of one account, at least 10 MiB; beyond that they wait, and then get 429. Without it, a quarter of BODY_BYTES_IN_FLIGHT, and at least 10 MiB.',
      example: '16777216',
    },
  }),
}

type LimitValues = ValuesOf<typeof limitSettings>

export function checkLimits(values: LimitValues, context: z.RefinementCtx): void {
  const { BODY_BYTES_IN_FLIGHT: perProcess, BODY_BYTES_IN_FLIGHT_PER_ACCOUNT: perAccount } = values
  if (perAccount === undefined || perAccount <= perProcess) return
  const message = `must be at least BODY_BYTES_IN_FLIGHT_PER_ACCOUNT (${perAccount})`
  context.addIssue({ code: 'custom', path: ['BODY_BYTES_IN_FLIGHT'], message })
}

import { buffer } from 'node:stream/consumers'
import {
  checkStatuses,
  linkFailures,
  maxKeptTexts,
  type LinkAnswer,
  type Measured,
  type MeasuredContrast,
  type MeasuredSpam,
} from '@pas/email-checks/measurements'
import type { MeasuredEffects } from '@pas/email-clients/effects/measured-here'
import { readStored } from '@pas/emails/frozen-email'
import { DamagedObjectError, type OpenedObject, type Storage } from '@pas/storage/storage'
import { z } from 'zod'
import { checkResultKey } from './storage-keys'

// A worker draws strangers' HTML, so what it stores is not trusted.
const place = z.object({ line: z.int().positive(), column: z.int().positive() }).nullable()
const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/)
  .nullable()
const count = z.int().nonnegative()

const contrast: z.ZodType<MeasuredContrast> = z.object({
  texts: z
    .array(
      z.object({
        text: z.string().max(200),
        where: place,
        ratio: z.number().min(1).max(21).nullable(),
        needed: z.number().min(1).max(21),
        textColour: colour,
        background: colour,
        verdict: z.enum(['passes', 'fails', 'cannot-tell']),
        reason: z.enum(['covered', 'background-varies']).nullable(),
      }),
    )
    .max(maxKeptTexts),
  measured: count,
  unmeasured: count,
})

const pixels = z.number().nonnegative()

const effects: z.ZodType<MeasuredEffects> = z.object({
  changes: z
    .array(
      z.object({
        rule: z.string().max(100),
        what: z.string().max(100),
        where: place,
        isSeen: z.boolean(),
        boxes: z.array(z.object({ x: pixels, y: pixels, width: pixels, height: pixels })).max(50),
        isSlight: z.boolean().optional(),
      }),
    )
    .max(5_000),
  unknown: count,
})

const linkAnswer: z.ZodType<LinkAnswer> = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('answered'), status: z.number(), redirects: z.number() }),
  z.object({ outcome: z.literal('failed'), failure: z.enum(linkFailures), redirects: z.number() }),
  z.object({ outcome: z.literal('left_alone'), reason: z.string() }),
])
/** Pairs of an address and its answer. */
const links = z.array(z.tuple([z.string(), linkAnswer])).transform((pairs) => new Map(pairs))

const measuredSpam: z.ZodType<MeasuredSpam> = z.object({
  score: z.number(),
  threshold: z.number(),
  rules: z.array(z.object({ name: z.string(), score: z.number(), description: z.string() })),
})

/** For a message that SpamAssassin does not get, `description` says why. */
const spam: z.ZodType<Measured<MeasuredSpam>> = z.object({
  status: z.enum(checkStatuses),
  description: z.string().nullable(),
  result: measuredSpam.nullable(),
})

export interface Results {
  contrast: MeasuredContrast
  effects: MeasuredEffects
  links: ReadonlyMap<string, LinkAnswer>
  spam: Measured<MeasuredSpam>
}
export type MeasurementName = keyof Results

const schemas: { [Name in MeasurementName]: { parse(value: unknown): Results[Name] } } = {
  contrast,
  effects,
  links,
  spam,
}

/** More than any result has. A compromised worker could store more, to use up our memory. */
const maxBytes: Readonly<Record<MeasurementName, number>> = {
  contrast: 256 * 1024,
  effects: 1024 * 1024,
  links: 2 * 1024 * 1024,
  spam: 256 * 1024,
}

/** Null when there is none, or one that is too large or not as it was written. Rejects with the storage's errors. */
export async function readCheckResult<Name extends MeasurementName>(
  storage: Pick<Storage, 'open'>,
  emailGuid: string,
  name: Name,
  emailClient = '',
): Promise<Results[Name] | null> {
  let stored: OpenedObject | null = null
  try {
    stored = await storage.open(checkResultKey(emailGuid, name, emailClient))
    if (!stored || stored.contentLength > maxBytes[name]) return null
    return readStored(schemas[name], await buffer(stored.stream))
  } catch (error) {
    if (error instanceof DamagedObjectError) return null
    throw error
  } finally {
    stored?.stream.destroy()
  }
}

export const putCheckResult = <Name extends MeasurementName>(
  storage: Pick<Storage, 'put'>,
  emailGuid: string,
  name: Name,
  result: Results[Name],
  emailClient = '',
): Promise<void> =>
  storage.put(
    checkResultKey(emailGuid, name, emailClient),
    Buffer.from(JSON.stringify(result instanceof Map ? [...result] : result)),
    'application/json',
  )

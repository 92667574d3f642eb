import { DamagedObjectError } from '@pas/storage/storage'
import { z } from 'zod'

/**
 * An email's content as `POST /emails` freezes it and workers draw it: one JSON object in object storage
 * (`email.json`), with the assets beside it. New members stay optional for one release, so that workers and APIs of two
 * versions run side by side.
 */
export const frozenEmail = z.object({
  htmlText: z.string().nullable(),
  plainText: z.string().nullable(),
  subject: z.string().nullable(),
  fromAddress: z.string().nullable(),
  fromDisplayName: z.string().nullable(),
  /**
   * Pictures attached to a whole message that its content does not refer to: `url` is the key in `assets.json`, `name`
   * the file name or ''.
   */
  attachedImages: z.array(z.object({ url: z.string(), name: z.string() })).optional(),
  /** How a whole message was put together (`MessageStructure`). Absent for one that was sent as members of JSON. */
  structure: z
    .object({
      header: z.string(),
      bodyTypes: z.array(z.string()),
      longestLine: z.object({ octets: z.int(), line: z.int() }),
    })
    .optional(),
  /**
   * What a new version keeps of the header of the message that it changes, whose bytes are characters: no `From`, no
   * `Subject`, and nothing of the message's parts and its delivery.
   */
  keptHeader: z.string().optional(),
})
/** An email's content, as `email.json` has it. */
export type FrozenEmail = z.infer<typeof frozenEmail>

/**
 * Parses a stored JSON object of an email by its schema. Throws a `DamagedObjectError` when it does not match. JSON's
 * own error is dropped, because it quotes the email's content.
 */
export function readStored<Value>(schema: { parse(value: unknown): Value }, body: Uint8Array): Value {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new DamagedObjectError('a stored object of an email is no JSON')
  }
  try {
    return schema.parse(value)
  } catch (cause) {
    throw new DamagedObjectError('a stored object of an email is not as it was written', { cause })
  }
}

/** A stored `email.json` as the content that `emulate` takes. Throws a `DamagedObjectError` when it is not valid. */
export function readFrozenEmail(body: Uint8Array) {
  const { htmlText, attachedImages = [], ...rest } = readStored(frozenEmail, body)
  return { html: htmlText, attachedImages, ...rest }
}

/**
 * Where an email refers to an asset first: line and column in its HTML, counted from 1. For what a style sheet refers
 * to: where the email refers to that style sheet. Null for a picture that is only attached.
 */
const place = z.object({ line: z.int().positive(), column: z.int().positive() }).nullable()

/**
 * `assets.json`: every reference that was fetched, with its normalised absolute URL, the id under which workers serve
 * it, and where its bytes are: `length` bytes from `offset` in pack number `pack`. A separate object, so that the
 * content can be stored before the assets; absent when nothing was fetched.
 */
export const frozenAssets = z.array(
  z.object({
    url: z.string(),
    id: z.string(),
    contentType: z.string(),
    pack: z.int().nonnegative(),
    offset: z.int().nonnegative(),
    length: z.int().nonnegative(),
    /** Pixels; only of raster images, and absent in lists of a release that did not record them. */
    width: z.int().positive().optional(),
    height: z.int().positive().optional(),
    /** Absent in lists of a release that did not record it. */
    where: place.optional(),
  }),
)
/** One asset of the list in `assets.json`. */
export type FrozenAsset = z.infer<typeof frozenAssets>[number]

/**
 * `unfetched.json`: references that the api left for later because it was busy, each with its normalised absolute URL
 * and how many style sheets deep it was found (1: in the email itself). The api fetches them before the first capture,
 * so workers never read this object.
 */
export const unfetchedAssets = z.array(
  z.object({
    url: z.string(),
    depth: z.int().positive(),
    /** Absent in lists of a release that did not record it. */
    where: place.optional(),
  }),
)
/** One reference of the list in `unfetched.json`. */
export type UnfetchedAsset = z.infer<typeof unfetchedAssets>[number]

/** Why an asset is not shown: a closed list, which callers of the API see. */
export const assetFailures = [
  /** The address is relative, and the email has no base. */
  'relative',
  /** Another scheme than http(s), user info, a port that browsers refuse, or no valid address. */
  'url',
  /** A `cid:` address of a part that the message does not have. */
  'missing_part',
  /** The host has no address, or one that is neither public nor on the allowlist; no answer tells these apart. */
  'no_public_address',
  /** Our network knows no public names, so nothing can be said of the host. */
  'no_public_names',
  'certificate',
  'connection',
  'redirects',
  'too_slow',
  /** A status other than 200. */
  'status',
  'encoding',
  'too_large',
  /** Neither an image, a style sheet nor a font. */
  'type',
  /** An image without a size, or with more pixels than one may have. */
  'dimensions',
  /** The email's own budget of time or bytes was spent. */
  'budget',
  /** The email refers to more assets than are tried. */
  'too_many',
  /** The fetch never began, because other emails' fetches took all turns. */
  'busy',
] as const
/** One reason of the list. */
export type AssetFailure = (typeof assetFailures)[number]

/**
 * `failed.json`: references that are shown as broken images, each with its normalised absolute URL, or as the email
 * has it when it is not an address to fetch. Only for the API's answers; workers never read this object. Absent when
 * there are none.
 */
export const failedAssets = z.array(
  z.object({
    url: z.string(),
    reason: z.enum(assetFailures),
    /** The HTTP status of the answer; only with the reason `status`. */
    httpStatus: z.int().optional(),
    where: place,
  }),
)
/** One reference of the list in `failed.json`. */
export type FailedAsset = z.infer<typeof failedAssets>[number]

/** The only host that an engine can reach. The worker's asset origin, a proxy, answers for it. */
export const assetOrigin = 'http://assets.invalid'

/** The URL of a frozen asset in the document that an engine loads. */
export const assetUrl = (assetId: string): string => `${assetOrigin}/${assetId}`

import { DamagedObjectError } from '@pas/storage/storage'
import { z } from 'zod'

/**
 * One JSON object in storage (`email.json`). New members stay optional for one release, so that workers and APIs of two
 * versions run side by side.
 */
export const frozenEmail = z.object({
  htmlText: z.string().nullable(),
  plainText: z.string().nullable(),
  subject: z.string().nullable(),
  fromAddress: z.string().nullable(),
  fromDisplayName: z.string().nullable(),
  /**
   * Pictures that a whole message attaches and does not refer to: `url` is a key of `assets.json`, `name` the file name
   * or ''.
   */
  attachedImages: z.array(z.object({ url: z.string(), name: z.string() })).optional(),
  /** What clients list by name and size; absent when there is nothing. */
  attachments: z
    .array(z.object({ name: z.string(), contentType: z.string(), octets: z.int().nonnegative() }))
    .optional(),
  /** What HTML of a whole message is signed by. */
  signature: z.enum(['multipart', 'cms']).optional(),
  /** Absent for an email sent as members of JSON. */
  structure: z
    .object({
      header: z.string(),
      bodyTypes: z.array(z.string()),
      longestLine: z.object({ octets: z.int(), line: z.int() }),
    })
    .optional(),
  /**
   * The message's header for a new version, each byte as a character: without `From`, `Subject`, and what is about
   * parts and delivery.
   */
  keptHeader: z.string().optional(),
})
export type FrozenEmail = z.infer<typeof frozenEmail>

/** Throws a `DamagedObjectError`. JSON's own error is dropped, because it quotes the email's content. */
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

/** The content that `emulate` takes. Throws a `DamagedObjectError`. */
export function readFrozenEmail(body: Uint8Array) {
  const { htmlText, attachedImages = [], ...rest } = readStored(frozenEmail, body)
  return { html: htmlText, attachedImages, ...rest }
}

/**
 * Line and column from 1 in the email's HTML, for a style sheet's reference those of the style sheet. Null for a
 * picture that is only attached.
 */
const place = z.object({ line: z.int().positive(), column: z.int().positive() }).nullable()

/**
 * `assets.json`: fetched references by normalised absolute URL; `id` is the one under which workers serve the asset.
 * Absent when nothing was fetched.
 */
export const frozenAssets = z.array(
  z.object({
    url: z.string(),
    id: z.string(),
    contentType: z.string(),
    pack: z.int().nonnegative(),
    offset: z.int().nonnegative(),
    length: z.int().nonnegative(),
    /** Pixels; only of raster images. */
    width: z.int().positive().optional(),
    height: z.int().positive().optional(),
    where: place.optional(),
    /** The bytes are a transparent pixel's: callers are told that the asset failed for this reason. */
    standsFor: z.literal('counts_an_open').optional(),
  }),
)
export type FrozenAsset = z.infer<typeof frozenAssets>[number]

/**
 * `unfetched.json`: normalised absolute URLs, and how many style sheets deep each was found (1: in the email itself).
 * Workers never read it.
 */
export const unfetchedAssets = z.array(
  z.object({
    url: z.string(),
    depth: z.int().positive(),
    where: place.optional(),
  }),
)
export type UnfetchedAsset = z.infer<typeof unfetchedAssets>[number]

/** Why an asset is not shown: a closed list, which callers of the API see. */
export const assetFailures = [
  /** The address is relative, and the email has no base. */
  'relative',
  /** Another scheme than http(s), user info, a port that browsers refuse, or no valid address. */
  'url',
  /** A `cid:` address of a part that the message does not have. */
  'missing_part',
  /** No address, or one that is neither public nor on the allowlist; answers do not tell these apart. */
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
  /** An image without a size, or with too many pixels. */
  'dimensions',
  /** The email's own budget of time or bytes was spent. */
  'budget',
  /** The email refers to more assets than are tried. */
  'too_many',
  /** Fetches for other emails took all places. */
  'busy',
  /** Of mail that came by SMTP: asking for it would count that the mail was opened. A transparent pixel is shown. */
  'counts_an_open',
] as const
export type AssetFailure = (typeof assetFailures)[number]

/**
 * `failed.json`: references shown as broken images, by normalised absolute URL, or as the email has them. Absent when
 * there are none; workers never read it.
 */
export const failedAssets = z.array(
  z.object({
    url: z.string(),
    reason: z.enum(assetFailures),
    /** Only with the reason `status`. */
    httpStatus: z.int().optional(),
    where: place,
  }),
)
export type FailedAsset = z.infer<typeof failedAssets>[number]

/** The only host that an engine can reach; the worker's asset origin, a proxy, answers for it. */
export const assetOrigin = 'http://assets.invalid'

export const assetUrl = (assetId: string): string => `${assetOrigin}/${assetId}`

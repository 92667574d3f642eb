import { z } from 'zod'

/**
 * What `POST /emails` freezes and a worker draws from: the content as one JSON object in object storage, the assets beside it.
 * New members stay optional for one release, so that workers and APIs of two versions run side by side.
 */
export const frozenEmail = z.object({
  htmlText: z.string().nullable(),
  plainText: z.string().nullable(),
  subject: z.string().nullable(),
  fromAddress: z.string().nullable(),
  fromDisplayName: z.string().nullable(),
  /** Pictures of a whole message that its content does not refer to: the URL each is frozen under, and its file's name or ''. */
  attachedImages: z.array(z.object({ url: z.string(), name: z.string() })).optional(),
})
export type FrozenEmail = z.infer<typeof frozenEmail>

/** A stored object of an email as its schema has it. Throws when it is none, and quotes nothing: JSON's own error quotes what it could not read. */
export function readStored<Value>(schema: { parse(value: unknown): Value }, body: Uint8Array): Value {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('a stored object of an email is no JSON')
  }
  return schema.parse(value)
}

/** A stored `email.json` as the content that `emulate` takes. Throws when it is none. */
export function readFrozenEmail(body: Uint8Array) {
  const { htmlText, attachedImages = [], ...rest } = readStored(frozenEmail, body)
  return { html: htmlText, attachedImages, ...rest }
}

/**
 * Every reference that was fetched: its normalised absolute URL, the id it is served under, and where its bytes lie: `length` of them
 * from `offset` in this pack. An object of its own, so that the content need not wait for it; there is none when nothing was fetched.
 */
export const frozenAssets = z.array(
  z.object({
    url: z.string(),
    id: z.string(),
    contentType: z.string(),
    pack: z.int().nonnegative(),
    offset: z.int().nonnegative(),
    length: z.int().nonnegative(),
  }),
)
export type FrozenAsset = z.infer<typeof frozenAssets>[number]

/**
 * What was not fetched because of our own load: its normalised absolute URL, and how many style sheets deep it was found (1: the email names
 * it). The api fetches it before the first capture; workers need not know.
 */
export const unfetchedAssets = z.array(z.object({ url: z.string(), depth: z.int().positive() }))
export type UnfetchedAsset = z.infer<typeof unfetchedAssets>[number]

/** The only host an engine can reach: a worker's asset origin answers for it. */
export const assetOrigin = 'http://assets.invalid'

export const assetUrl = (assetId: string): string => `${assetOrigin}/${assetId}`

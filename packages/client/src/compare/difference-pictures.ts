import type { ReportedComparison, ReportedPicture } from '../run-result'
import type { ComparedService, ListedComparison } from './compared-service'

/** What a report of one file, read in a browser, can hold. */
const maxBytes = 48 * 1024 * 1024
const maxDifferences = 200

type Pictures = Pick<ReportedComparison, 'base' | 'head' | 'difference' | 'summary'>

export interface DifferencePictures {
  get(base: ListedComparison, head: ListedComparison, signal: AbortSignal): Promise<Pictures>
  leftOut(): number
}

export const noPictures: Pictures = { base: null, head: null, difference: null, summary: null }

/**
 * Pictures and summaries of one run. Email clients whose pictures are the same are asked for once; the service compares
 * one pair at a time for an address.
 */
export function createDifferencePictures(service: ComparedService): DifferencePictures {
  const known = new Map<string, Promise<Pictures>>()
  let before: Promise<unknown> = Promise.resolve()
  let bytes = 0
  let fetched = 0
  let leftOut = 0

  async function fetchPictures(
    base: ListedComparison,
    head: ListedComparison,
    signal: AbortSignal,
  ): Promise<Pictures> {
    signal.throwIfAborted()
    const { comparison } = head
    if (comparison?.verdict !== 'different' || bytes >= maxBytes || fetched >= maxDifferences)
      return noPictures
    fetched += 1
    const picture = async (url: string | undefined): Promise<ReportedPicture | null> =>
      url === undefined ? null : readPicture(await service.getPicture(url, signal))
    const summary = await unlessTooLarge(service.getDifference(comparison.summary_url, signal))
    const pictures = {
      base: await picture(base.full_url),
      head: await picture(head.full_url),
      difference: summary && (await unlessTooLarge(picture(comparison.difference_url))),
    }
    for (const each of Object.values(pictures)) bytes += each?.png.byteLength ?? 0
    return { ...pictures, summary }
  }

  return {
    leftOut: () => leftOut,
    get: async (base, head, signal) => {
      const key = `${base.picture_sha256 ?? base.full_url}/${head.picture_sha256 ?? head.full_url}`
      let pictures = known.get(key)
      if (!pictures) {
        pictures = before.then(() => fetchPictures(base, head, signal))
        before = pictures.catch(() => undefined)
        known.set(key, pictures)
      }
      const got = await pictures
      if (got.head === null) leftOut += 1
      return got
    },
  }
}

/** Pictures of more than 24 megapixels are not compared by place. */
async function unlessTooLarge<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 413) return null
    throw error
  }
}

/** PNG: its first chunk is IHDR, which has width and height. */
function readPicture(png: Uint8Array): ReportedPicture {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  if (png.byteLength < 24 || view.getUint32(0) !== 0x89504e47 || view.getUint32(12) !== 0x49484452)
    throw new Error('A picture of the service is no PNG. Check that its address leads to the service.')
  return { width: view.getUint32(16), height: view.getUint32(20), png }
}

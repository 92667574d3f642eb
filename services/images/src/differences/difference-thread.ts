import type { differenceBody } from '@pas/api-contract/differences'
import { comparePictures, type PictureDifference } from '@pas/picture-difference/compare-pictures'
import { drawDifference } from '@pas/picture-difference/draw-difference'
import { PictureTooLargeError } from '@pas/picture-difference/pixels'
import type { z } from 'zod'

export interface PicturesToCompare {
  base: Uint8Array
  head: Uint8Array
  form: 'json' | 'png'
}

/** An error loses its class between threads, so a picture that is too large is an answer. */
export type ComparedInThread = { body: Uint8Array } | { tooLarge: string }

export async function compareInThread({ base, head, form }: PicturesToCompare): Promise<ComparedInThread> {
  const pictures = [
    Buffer.from(base.buffer, base.byteOffset, base.byteLength),
    Buffer.from(head.buffer, head.byteOffset, head.byteLength),
  ] as const
  try {
    if (form === 'png') return { body: await drawDifference(...pictures) }
    return { body: Buffer.from(JSON.stringify(bodyOf(await comparePictures(...pictures)))) }
  } catch (error) {
    if (error instanceof PictureTooLargeError) return { tooLarge: error.message }
    throw error
  }
}

const bodyOf = ({
  heightDelta,
  changedPixels,
  regions,
}: PictureDifference): z.output<typeof differenceBody> => ({
  height_delta: heightDelta,
  changed_pixels: changedPixels,
  regions,
})

/**
 * The sizes of a picture: `thumb` is 120 × 90 pixels, `thumb450` 450 pixels wide, and `top450` the top 675 rows of
 * `thumb450`. The worker stores `full`; the image service makes the small ones from it when they are first requested.
 */
export const pictureSizes = ['full', 'thumb', 'thumb450', 'top450'] as const
export type PictureSize = (typeof pictureSizes)[number]

/**
 * `thumb`: 120 × 90 pixels; `thumb450`: 450 wide; `top450`: its top 675 rows. Workers store `full`; the image service
 * makes the others when they are first requested.
 */
export const pictureSizes = ['full', 'thumb', 'thumb450', 'top450'] as const
export type PictureSize = (typeof pictureSizes)[number]

/**
 * The sizes of a picture. The worker stores `full`; the image service makes the small ones from it when they are
 * first requested.
 */
export const pictureSizes = ['full', 'thumb', 'thumb450', 'top450'] as const
export type PictureSize = (typeof pictureSizes)[number]

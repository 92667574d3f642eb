/** The three sizes of a picture; `full` is stored by the worker, the small ones are made from it on first demand. */
export const pictureSizes = ['full', 'thumb', 'thumb450'] as const
export type PictureSize = (typeof pictureSizes)[number]

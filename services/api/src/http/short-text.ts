import { z } from 'zod'

export const shortText = (max: number) =>
  z
    .string('must be a string')
    .max(max, `must have at most ${max} characters`)
    .refine((sent) => !/\p{Cc}/u.test(sent), 'must not hold control characters')

/** Characters. An email can have a thousand addresses of 16 KB each. */
const maxUrlLength = 2_048

/** An asset's address as answers have it. */
export const shownUrl = (url: string): string =>
  url.length > maxUrlLength ? `${url.slice(0, maxUrlLength)}…` : url

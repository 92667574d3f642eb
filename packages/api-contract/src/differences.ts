import { z } from 'zod'

const rect = z
  .object({
    left: z.int().nonnegative(),
    top: z.int().nonnegative(),
    width: z.int().nonnegative(),
    height: z.int().nonnegative(),
  })
  .meta({ id: 'PixelRectangle', description: 'Device pixels of the full picture.' })

export const regionKinds = ['changed', 'inserted', 'removed', 'moved'] as const

/** The body of `/captures/{head}/from/{base}.json` of the images service. */
export const differenceBody = z
  .object({
    height_delta: z.int().meta({ description: 'Pixels by which the picture became higher.' }),
    changed_pixels: z.int().nonnegative(),
    regions: z
      .array(
        z.object({
          kind: z.enum(regionKinds),
          base: rect,
          head: rect,
          pixels: z.int().nonnegative(),
        }),
      )
      .max(50)
      .meta({ description: 'In the order of the later picture.' }),
  })
  .meta({ id: 'Difference' })

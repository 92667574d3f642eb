import { z } from 'zod'

export const changeBasis = z.enum(['rule', 'measured_elsewhere', 'measured_here'])

const pixels = z.number().nonnegative()

/** CSS pixels in the picture of the email client. */
export const boxesOfClients = z.array(
  z.object({ client: z.string(), x: pixels, y: pixels, width: pixels, height: pixels }),
)

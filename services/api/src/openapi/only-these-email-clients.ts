import { z } from 'zod'

/** For operations on all of an email's previews, or on some. */
export const onlyTheseEmailClients = z
  .array(z.string())
  .max(500)
  .optional()
  .meta({
    description: 'Only these email clients: `client=OL2016&client=CHROMEGMAILNEW`.',
    examples: [['OL2016', 'CHROMEGMAILNEW']],
  })

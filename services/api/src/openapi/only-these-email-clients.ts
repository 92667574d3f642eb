import { z } from 'zod'

export const onlyTheseEmailClients = z
  .array(z.string())
  .max(500)
  .optional()
  .meta({
    description: 'Only these email clients: `client=OL2016&client=CHROMEGMAILNEW`.',
    examples: [['OL2016', 'CHROMEGMAILNEW']],
  })

import { changeOfClients } from '@pas/api-contract/changes'
import { emailSourceBody } from '@pas/api-contract/emails'
import { z } from 'zod'

export const shareContent = z.object({
  changes: z.array(changeOfClients).optional(),
  source: emailSourceBody.optional(),
})
export type ShareContent = z.output<typeof shareContent>

import { changeOfClients } from '@pas/api-contract/changes'
import { checksBody } from '@pas/api-contract/checks'
import { emailSourceBody } from '@pas/api-contract/emails'
import { z } from 'zod'

export const shareContent = z.object({
  changes: z.array(changeOfClients).optional(),
  checks: checksBody.optional(),
  source: emailSourceBody.optional(),
})
export type ShareContent = z.output<typeof shareContent>

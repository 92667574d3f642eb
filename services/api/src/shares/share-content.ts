import { changeOfClients } from '@pas/api-contract/changes'
import { emailSourceBody } from '@pas/api-contract/emails'
import { z } from 'zod'

export const shareContent = z.object({
  // A change that is stored without an effect counts as visible.
  changes: z
    .array(
      changeOfClients.extend({
        effect: changeOfClients.shape.effect.default('visible'),
        instead: changeOfClients.shape.instead.default(null),
      }),
    )
    .optional(),
  source: emailSourceBody.optional(),
})
export type ShareContent = z.output<typeof shareContent>

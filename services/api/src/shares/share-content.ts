import { changeOfClients } from '@pas/api-contract/changes'
import { emailSourceBody } from '@pas/api-contract/emails'
import { z } from 'zod'

/** What a share keeps of its email's content, in the form in which it is shown. */
export const shareContent = z.object({
  // Shares that were made before changes had effects have none: such a change may be visible.
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

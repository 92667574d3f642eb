import { z } from 'zod'
import { changesOfClientsBody } from '../changes/schema'
import { emailSourceBody } from '../emails/schema'

/** What a share keeps of its email's content, in the form in which it is shown. */
export const shareContent = z.object({
  changes: changesOfClientsBody.optional(),
  source: emailSourceBody.optional(),
})
/** See `shareContent`. */
export type ShareContent = z.output<typeof shareContent>

import type { emailSourceBody } from '@pas/api-contract/emails'
import type { FrozenEmail } from '@pas/emails/frozen-email'
import type { z } from 'zod'

export const sourceResponse = (content: FrozenEmail): z.output<typeof emailSourceBody> => ({
  html_text: content.htmlText,
  plain_text: content.plainText,
  subject: content.subject,
  from_address: content.fromAddress,
  from_display_name: content.fromDisplayName,
  attachments: (content.attachments ?? []).map(({ name, contentType, octets }) => ({
    name,
    content_type: contentType,
    octets,
  })),
})

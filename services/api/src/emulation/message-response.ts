import type { messageBody } from '@pas/api-contract/emails'
import type { DescribedMessage, DescribedPart } from '@pas/messages/describe-message'
import type { z } from 'zod'

type MessageBody = z.output<typeof messageBody>

export const messageResponse = (message: DescribedMessage): MessageBody => ({
  bytes: message.bytes,
  header: message.header,
  fields_left_out: message.fieldsLeftOut,
  text: message.text,
  text_left_out: message.textLeftOut,
  structure: partResponse(message.structure),
  parts_left_out: message.partsLeftOut,
})

const partResponse = (part: DescribedPart): MessageBody['structure'] => ({
  content_type: part.contentType,
  charset: part.charset,
  disposition: part.disposition,
  file_name: part.fileName,
  content_id: part.contentId,
  bytes: part.bytes,
  parts: part.parts.map(partResponse),
})

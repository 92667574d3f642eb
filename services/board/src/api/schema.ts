import { assetsBody } from '@pas/api-contract/assets'
import { changeOfClients, changesBody } from '@pas/api-contract/changes'
import { checksBody, comparedChecksBody } from '@pas/api-contract/checks'
import { configurationsBody } from '@pas/api-contract/clients'
import {
  createdEmailBody,
  emailBody,
  emailListBody,
  emailSourceBody,
  inboxListBody,
  messageBody,
} from '@pas/api-contract/emails'
import { comparisonBody, listedPreviewBody, previewListBody } from '@pas/api-contract/previews'
import { createdShareBody, shareBody, sharedBody, shareListBody } from '@pas/api-contract/shares'
import { currentUserBody, type emailClientSetsBody } from '@pas/api-contract/users'
import { z } from 'zod'
import { relayedPathOf } from '../relayed-path'

/*
 * The API's answers as the pages read them. During an update the API may be newer or older than the board: unknown
 * members are dropped, values of which more may come are any text, and a member that an older API lacks has a default
 * or is optional.
 */

const { title, preheader, label, inbox, recipients, unread } = emailBody.shape
export const emailAnswer = emailBody.omit({ end_user_id: true }).extend({
  title: title.default(null),
  preheader: preheader.default(null),
  label: label.default(null),
  inbox: inbox.default(null),
  recipients: recipients.default([]),
  unread: unread.default(false),
})
export type ApiEmail = z.output<typeof emailAnswer>

export const emailListAnswer = emailListBody.extend({ emails: z.array(emailAnswer) })
export type ApiEmailList = z.output<typeof emailListAnswer>

export const inboxListAnswer = inboxListBody
export type ApiInbox = z.output<typeof inboxListBody>['inboxes'][number]

export const messageAnswer = messageBody
export type ApiMessage = z.output<typeof messageAnswer>
export type ApiMessagePart = ApiMessage['structure']

export const createdEmailAnswer = createdEmailBody.pick({ email_guid: true, configurations: true })
export type ApiCreatedEmail = z.output<typeof createdEmailAnswer>

/** The pages show pictures at this board's own origin. */
const relayed = z.string().transform(relayedPathOf)
const [equal, different, notComparable] = comparisonBody.options
const comparison = z
  .discriminatedUnion('verdict', [
    equal,
    different.extend({ difference_url: relayed, summary_url: relayed }),
    notComparable,
  ])
  .optional()
const [waiting, captured, failed] = listedPreviewBody.options
const previewAnswer = z.discriminatedUnion('status', [
  waiting.extend({ comparison }),
  captured.extend({
    ...{ full_url: relayed, thumb_url: relayed, thumb450_url: relayed, comparison },
    drawn_by: captured.shape.drawn_by.default(''),
  }),
  failed.extend({ failure: z.string(), comparison }),
])
export type ApiPreview = z.output<typeof previewAnswer>

export const previewListAnswer = previewListBody.extend({ previews: z.array(previewAnswer) })
export type ApiPreviewList = z.output<typeof previewListAnswer>

const { attachments } = emailSourceBody.shape
export const sourceAnswer = emailSourceBody.extend({ attachments: attachments.default([]) })
export type ApiSource = z.output<typeof sourceAnswer>

const { width, height } = assetsBody.element.shape
const asset = assetsBody.element.extend({
  reason: z.string().nullable(),
  width: width.default(null),
  height: height.default(null),
})
export const assetsAnswer = z.array(asset)
export type ApiAsset = z.output<typeof asset>

const { effect, basis, boxes: boxesOfChange, instead, source_url } = changeOfClients.shape
const lackedByOlderApi = {
  effect: effect.default('visible'),
  basis: basis.default('rule'),
  boxes: boxesOfChange.default([]),
  instead: instead.default(null),
}

const change = changesBody.element.extend(lackedByOlderApi)
export const changesAnswer = z.array(change)
export type ApiChange = z.output<typeof change>

export const changesOfClientsAnswer = z.array(
  changeOfClients.extend({ ...lackedByOlderApi, source_url: source_url.optional() }),
)
export type ApiChangeOfClients = z.output<typeof changesOfClientsAnswer>[number]

const check = checksBody.shape.checks.element
const { element: findingBody } = check.shape.findings
const { parts, boxes, places } = findingBody.shape
const finding = findingBody.extend({
  basis: z.string().nullable().default(null),
  parts: z.array(parts.element.extend({ basis: z.string() })).default([]),
  boxes: boxes.default([]),
  places: places.default([]),
})
export type ApiFinding = z.output<typeof finding>
const inboxRow = z.object({
  client: z.string(),
  sender: z.string().nullable(),
  subject: z.string().nullable(),
  preheader: z.string().nullable(),
})
export type ApiInboxRow = z.output<typeof inboxRow>
export const checksAnswer = checksBody.pick({ complete: true, counts: true, clients_checked: true }).extend({
  checks: z.array(
    // Only rows of the inbox's check are shown; other checks have rows of another form, or none.
    check.extend({
      name: z.string(),
      status: z.string(),
      facts: z.object({
        rows: z.array(inboxRow).optional().catch(undefined),
        placeholders: z.array(z.string()).optional().catch(undefined),
      }),
      findings: z.array(finding),
    }),
  ),
})
export type ApiChecks = z.output<typeof checksAnswer>

export const comparedChecksAnswer = comparedChecksBody.pick({ complete: true }).extend({
  not_compared: z.array(z.string()),
  gone: z.array(finding),
  new: z.array(finding),
  still: z.array(finding),
})
export type ApiComparedChecks = z.output<typeof comparedChecksAnswer>

const emailClient = configurationsBody.valueType
export const emailClientsAnswer = z.record(
  z.string(),
  emailClient.omit({ drawn_by: true }).extend({ pixel_ratio: emailClient.shape.pixel_ratio.default(1) }),
)
export type ApiEmailClient = z.output<typeof emailClientsAnswer>[string]

const user = currentUserBody.shape.user.pick({ id: true, full_name: true, language: true })
export const currentUserAnswer = z.object({ user: user.partial({ language: true }) })
export type ApiUser = z.output<typeof currentUserAnswer>['user']

export type ApiClientSet = z.output<typeof emailClientSetsBody>['sets'][number]

const shareAnswer = shareBody
  .omit({ shows: true, configurations: true, created_at: true, last_viewed_at: true })
  .extend({ status: z.string().optional() })
export type ApiShare = z.output<typeof shareAnswer>

export const createdShareAnswer = shareAnswer.extend({ url: createdShareBody.shape.url })
export type ApiCreatedShare = z.output<typeof createdShareAnswer>

export const shareListAnswer = shareListBody.extend({ shares: z.array(shareAnswer) })
export type ApiShareList = z.output<typeof shareListAnswer>

export const sharedAnswer = sharedBody.pick({ label: true }).extend({
  email: emailAnswer.pick({ subject: true, title: true }),
  previews: z.array(previewAnswer),
  changes: changesOfClientsAnswer.nullish(),
  checks: checksAnswer.nullish(),
  source: emailSourceBody.pick({ html_text: true, plain_text: true }).nullish(),
})
export type ApiShared = z.output<typeof sharedAnswer>

import { z } from 'zod'

/*
 * The answers of the API that the pages use (docs/openapi.yaml). Members that no page uses are left out, and unknown
 * ones are dropped, so that an API that is a release ahead can still be read.
 */

const counts = z.object({ waiting: z.number(), captured: z.number(), failed: z.number() })

/** An email (docs/contract.md §4.6). */
export const emailAnswer = z.object({
  email_guid: z.string(),
  subject: z.string().nullable(),
  from_address: z.string().nullable(),
  /** These three are absent in the answers of an API of the release before. */
  title: z.string().nullable().default(null),
  preheader: z.string().nullable().default(null),
  label: z.string().nullable().default(null),
  reference: z.string().nullable(),
  revision_of: z.string().nullable(),
  created_at: z.string(),
  takes_captures_until: z.string(),
  content: z.enum(['kept', 'erased']),
  counts,
})
export type ApiEmail = z.output<typeof emailAnswer>

/** A page of the account's emails; `next` is `before` of the request for older ones. */
export const emailListAnswer = z.object({ emails: z.array(emailAnswer), next: z.string().optional() })
export type ApiEmailList = z.output<typeof emailListAnswer>

const orientation = z.enum(['vertical', 'horizontal'])
const images = z.enum(['allowed', 'blocked'])
const fidelity = z.enum(['client', 'engine', 'emulated'])

const configuration = z.object({ client: z.string(), orientation, images })
/** Which previews were asked for. */
export const configurationsAnswer = z.object({ configurations: z.array(configuration) })

/** A new email, and the previews that were asked for with it. */
export const createdEmailAnswer = z.object({
  email_guid: z.string(),
  configurations: z.array(configuration).optional(),
})
export type ApiCreatedEmail = z.output<typeof createdEmailAnswer>

const previewAddress = { ...configuration.shape, requested_at: z.string() }

/** One preview of the list, and of an event. */
const previewAnswer = z.discriminatedUnion('status', [
  z.object({ ...previewAddress, status: z.literal('waiting') }),
  z.object({
    ...previewAddress,
    status: z.literal('captured'),
    full_url: z.string(),
    thumb_url: z.string(),
    thumb450_url: z.string(),
    fidelity,
    engine: z.string(),
    captured_at: z.string(),
    /** `width` and `height` are those of the full picture, in device pixels. */
    width: z.number(),
    height: z.number(),
    /** Whether the message is larger than the picture. */
    truncated: z.boolean(),
    picture_sha256: z.string().optional(),
  }),
  z.object({
    ...previewAddress,
    status: z.literal('failed'),
    failure: z.string(),
    description: z.string(),
  }),
])
export type ApiPreview = z.output<typeof previewAnswer>

/** The list of an email's previews, in the order of the catalogue. */
export const previewListAnswer = z.object({
  email_guid: z.string(),
  reference: z.string().nullable(),
  complete: z.boolean(),
  counts,
  previews: z.array(previewAnswer),
})
export type ApiPreviewList = z.output<typeof previewListAnswer>

/** An email's content as it was sent. */
export const sourceAnswer = z.object({
  html_text: z.string().nullable(),
  plain_text: z.string().nullable(),
  subject: z.string().nullable(),
  from_address: z.string().nullable(),
  from_display_name: z.string().nullable(),
})
export type ApiSource = z.output<typeof sourceAnswer>

const asset = z.object({
  url: z.string(),
  status: z.enum(['kept', 'failed']),
  /** Why it failed; one of a list that grows. */
  reason: z.string().nullable(),
  http_status: z.number().nullable(),
  bytes: z.number().nullable(),
  content_type: z.string().nullable(),
  /** In pixels. These two are absent in the answers of an API of the release before. */
  width: z.number().nullable().default(null),
  height: z.number().nullable().default(null),
  where: z.object({ line: z.number(), column: z.number() }).nullable(),
})
/** What became of an email's images, style sheets and fonts. */
export const assetsAnswer = z.array(asset)
/** One asset of `assetsAnswer`. */
export type ApiAsset = z.output<typeof asset>

const change = z.object({
  rule: z.string(),
  what: z.string(),
  /** Positions count from 1 in the HTML as it was sent. */
  where: z.object({ line: z.number(), column: z.number() }).nullable(),
  count: z.number(),
  source: z.string(),
  source_url: z.string().nullable(),
  /** Whether it matters in the picture. During an upgrade, an older API does not say. */
  effect: z.enum(['visible', 'other_clients', 'none']).default('visible'),
  /** What to write instead, if that is known. */
  instead: z
    .object({ text: z.string(), source: z.string(), source_url: z.string().nullable() })
    .nullable()
    .default(null),
})
/** What one email client changes. */
export const changesAnswer = z.array(change)
/** One change of `changesAnswer`. */
export type ApiChange = z.output<typeof change>

const changeOfClients = z.object({
  ...change.shape,
  source_url: z.string().nullable().optional(),
  /** Codes of the email clients that do it. */
  clients: z.array(z.string()),
})
/** What several email clients change, each change once. */
export const changesOfClientsAnswer = z.array(changeOfClients)
/** One change of `changesOfClientsAnswer`. */
export type ApiChangeOfClients = z.output<typeof changeOfClients>

const emailClient = z.object({
  name: z.string(),
  group: z.string(),
  platform: z.string(),
  status: z.enum(['normal', 'unavailable']),
  status_reason: z.string().optional(),
  orientation_options: z.array(orientation),
  images_options: z.array(images),
  /** Device pixels for each CSS pixel; absent in the answers of an API of the release before. */
  pixel_ratio: z.number().positive().default(1),
  fidelity,
  engine: z.string(),
  as_of: z.string(),
  confidence: z.enum(['measured', 'documented', 'assumed']),
})
/** Every email client, by its code. */
export const emailClientsAnswer = z.record(z.string(), emailClient)
/** One email client of `emailClientsAnswer`. */
export type ApiEmailClient = z.output<typeof emailClient>

/** The email clients that the signed-in user chose, or the popular set. */
export const chosenClientsAnswer = z.object({ clients: z.array(z.object({ code: z.string() })) })

/** The user of the access token. */
export const currentUserAnswer = z.object({
  user: z.object({
    id: z.number(),
    full_name: z.string(),
    /** Absent in the answers of an API of the release before. */
    language: z.string().nullish(),
  }),
})
export type ApiUser = z.output<typeof currentUserAnswer>['user']

/** The sets of email clients that the user has named. */
export const clientSetsAnswer = z.object({
  sets: z.array(z.object({ id: z.number(), name: z.string(), clients: z.array(z.string()) })),
})
/** A set of `clientSetsAnswer`. */
export type ApiClientSet = z.output<typeof clientSetsAnswer>['sets'][number]

/** A share link, as its list has it. */
const shareAnswer = z.object({
  share_id: z.string(),
  email_guid: z.string(),
  label: z.string().nullable(),
  /** `live`, `revoked`, `expired` or `disabled`; absent in the answers of an API of the release before. */
  status: z.string().optional(),
  expires_at: z.string(),
  revoked_at: z.string().nullable(),
  views: z.number(),
})
export type ApiShare = z.output<typeof shareAnswer>

/** A new share link, with the address that is shown this once. */
export const createdShareAnswer = z.object({ ...shareAnswer.shape, url: z.string() })
export type ApiCreatedShare = z.output<typeof createdShareAnswer>

/** Share links, newest first; `next` is `before` of the request for older ones. */
export const shareListAnswer = z.object({ shares: z.array(shareAnswer), next: z.string().optional() })
export type ApiShareList = z.output<typeof shareListAnswer>

/** What a share link shows. */
export const sharedAnswer = z.object({
  email: emailAnswer.pick({ subject: true, title: true }),
  label: z.string().nullable(),
  previews: z.array(previewAnswer),
  /** Absent, as `source`, when the link does not show it. */
  changes: changesOfClientsAnswer.nullish(),
  source: sourceAnswer.pick({ html_text: true, plain_text: true }).nullish(),
})
export type ApiShared = z.output<typeof sharedAnswer>

import { z } from 'zod'
import { changesOfClientsBody } from './changes'
import { checksBody } from './checks'
import { emailSourceBody } from './emails'
import { next, warningsBody } from './members'
import { requestedConfigurationsBody, countsBody, listedPreviewBody } from './previews'

const shown = z.enum(['changes', 'checks', 'source'])

const shareShape = {
  share_id: z.guid(),
  email_guid: z.guid(),
  label: z.string().nullable(),
  shows: z.array(shown),
  configurations: requestedConfigurationsBody
    .nullable()
    .meta({ description: 'The previews that it shows; null: all of the email’s.' }),
  status: z.enum(['live', 'revoked', 'expired', 'disabled']).meta({
    description:
      '`live`: it opens. `disabled`: its account, or the user or the application that made it, is disabled.',
  }),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
  views: z.int().nonnegative().meta({
    description: 'How often it was opened: requests of one address within 15 minutes count once.',
  }),
  last_viewed_at: z.iso.datetime().nullable(),
}

export const shareBody = z.object(shareShape).meta({ id: 'Share' })

export const createdShareBody = z
  .object({
    ...shareShape,
    url: z.url().meta({
      description:
        'The link. Whoever has it sees what it shows. It is told this once; only its hash is stored.',
    }),
    warnings: warningsBody,
  })
  .meta({ id: 'CreatedShare' })

export const shareListBody = z
  .object({
    shares: z
      .array(shareBody)
      .meta({ description: 'Newest first; those that are over are listed for 30 days more.' }),
    next,
  })
  .meta({ id: 'ShareList' })

export const sharedBody = z
  .object({
    email: z
      .object({
        subject: z.string().nullable().meta({
          description:
            'Null without one. Null also once the content is erased, unless the link shows the source.',
        }),
        title: z.string().nullable().meta({
          description: 'The `<title>` of its HTML; null without one, and once the content is erased.',
        }),
        from_address: z.string().nullable().meta({ description: 'As `subject`.' }),
        created_at: z.iso.datetime(),
        takes_captures_until: z.iso.datetime(),
        content: z.enum(['kept', 'erased']),
        counts: countsBody,
      })
      .meta({
        id: 'SharedEmail',
        description:
          'Without the guid, with which other previews could be seen and asked for, and without the account’s own names.',
      }),
    label: z.string().nullable(),
    shows: z.array(shown),
    expires_at: z.iso.datetime(),
    complete: z.boolean().meta({ description: 'Whether it shows previews and none of them is waiting.' }),
    previews: z.array(listedPreviewBody).meta({ description: 'In the order of `GET /clients`.' }),
    changes: changesOfClientsBody.optional().meta({ description: 'When `shows` has it.' }),
    checks: checksBody.optional().meta({
      description:
        'When `shows` has it: what checks had found when the link was made. A reader begins no measurement.',
    }),
    source: emailSourceBody.optional().meta({ description: 'When `shows` has it.' }),
  })
  .meta({ id: 'Shared' })

import { z } from 'zod'
import { place } from './assets'
import { boxesOfClients, changeBasis } from './measured'

const changeShape = {
  rule: z.string().meta({ description: 'What was done, as a name that stays the same.' }),
  what: z.string().meta({ description: 'What it was done to, or which part of it.' }),
  where: place.nullable().meta({
    description:
      'Where it first happened, counted from 1 in the HTML as it was sent; null for what has no place in it.',
  }),
  count: z.int().positive().meta({ description: 'How often it happened.' }),
  source: z.string().meta({ description: 'Where it is known from that this email client does so.' }),
  source_url: z
    .url()
    .nullable()
    .meta({
      description:
        'Where a reader finds that source; of several, the first that can be opened. Null if it has no public address, if it ' +
        'is our own default, which begins with `engineering default`, and for the rule `asset-not-fetched`.',
    }),
  effect: z.enum(['visible', 'other_clients', 'none']).meta({
    description:
      'Whether it matters in the picture. `other_clients`: what was changed is written for other email clients and would do nothing ' +
      'here, such as a vendor’s prefix, a conditional comment or a web font with a fallback. `none`: the picture stays the same without it. `visible`: all others.',
  }),
  basis: changeBasis.meta({
    description:
      'How the effect is known. `measured_here`: this email was drawn without the change, and the pictures were compared. ' +
      '`measured_elsewhere`: so it was in public templates. `rule`: by what the change is about, and where it was made; `visible` is then not proved.',
  }),
  boxes: boxesOfClients.meta({
    description:
      'Where the picture of each email client differs without the change, in CSS pixels. Empty unless the effect is `visible` and `measured_here`.',
  }),
  instead: z
    .object({
      text: z.string().meta({ description: 'In English, with markup between backquotes.' }),
      source: z.string(),
      source_url: z.url().nullable(),
    })
    .nullable()
    .meta({
      id: 'Instead',
      description:
        'What to write instead, for the changes that are met most; null for others, and for what is not visible.',
    }),
}

export const exampleChange = {
  rule: 'declaration-unsupported',
  what: 'position',
  where: { line: 12, column: 9 },
  count: 2,
  source: 'caniemail css-position, 2021-05',
  source_url: 'https://www.caniemail.com/features/css-position/',
  effect: 'visible' as const,
  basis: 'measured_here' as const,
  boxes: [{ client: 'CHROMEGMAILNEW', x: 8, y: 120, width: 584, height: 96 }],
  instead: {
    text: 'Build the layout with table cells; nothing may depend on a position or an overlap.',
    source: 'caniemail css-position',
    source_url: 'https://www.caniemail.com/features/css-position/',
  },
}

export const changesBody = z.array(z.object(changeShape)).meta({
  id: 'Changes',
  examples: [[exampleChange]],
})

export const changeOfClients = z.object({
  ...changeShape,
  clients: z.array(z.string()).meta({
    description: 'The email clients that do this, in the same place, as often and with the same effect.',
  }),
})

export const changesOfClientsBody = z
  .array(changeOfClients.meta({ id: 'ChangeOfClients' }))
  .meta({ id: 'ChangesOfClients' })

export const comparedChangesBody = z
  .object({
    began: changesOfClientsBody.meta({
      description:
        'What the email clients do more often to this email than to `base`; `count` is by how much.',
    }),
    ended: changesOfClientsBody.meta({
      description: 'What they do less often; the places are those in `base`.',
    }),
  })
  .meta({ id: 'ComparedChanges' })

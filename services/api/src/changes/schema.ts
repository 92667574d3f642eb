import { findSourceUrl } from '@pas/email-clients/sources/cited-sources'
import { z } from 'zod'
import { place } from '../assets/schema'
import type { ListedChange } from './list-changes'

/** Answer of `GET /emails/{guid}/previews/{code}/changes` (docs/contract.md §4). */
export const changesBody = z
  .array(
    z.object({
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
            'Where a reader finds that source; of several, the first that can be opened. Null for a source without a public address, for ' +
            'what no source tells, which begins with `engineering default`, and for `asset-not-fetched`.',
        }),
    }),
  )
  .meta({
    id: 'Changes',
    examples: [
      [
        {
          rule: 'declaration-unsupported',
          what: 'position',
          where: { line: 12, column: 9 },
          count: 2,
          source: 'caniemail css-position, 2021-05',
          source_url: 'https://www.caniemail.com/features/css-position/',
        },
      ],
    ],
  })

/** The wire form of an email's changes, with the address of each source. */
export function changesResponse(changes: readonly ListedChange[]): z.output<typeof changesBody> {
  return changes.map(({ rule, what, where, count, source }) => ({
    rule,
    what,
    where,
    count,
    source,
    source_url: findSourceUrl(source),
  }))
}

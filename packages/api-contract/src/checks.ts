import { checkStatuses } from '@pas/email-checks/measurements'
import { checkNames, severities } from '@pas/email-checks/rule'
import { partNames } from '@pas/email-checks/span'
import { z } from 'zod'
import { place } from './assets'
import { boxesOfClients, changeBasis } from './measured'

const rangeShape = {
  part: z.enum(partNames).meta({ description: 'The HTML, the text part, or the header of a whole message.' }),
  line: z.int().positive().meta({ description: 'Counted from 1 in that part as it was sent.' }),
  column: z.int().positive().meta({ description: 'Counted from 1, in UTF-16 code units.' }),
  end_line: z.int().positive(),
  end_column: z.int().positive().meta({ description: 'The column after the last character.' }),
}

const severity = z.enum(severities).meta({
  description:
    '`error`: some reader does not get what was meant. `warning`: some readers get it worse. `note`: something to know.',
})

const source = {
  source: z.string().nullable().meta({ description: 'Where the rule comes from.' }),
  source_url: z
    .url()
    .nullable()
    .meta({ description: 'Where a reader finds that; null if it has no public address.' }),
}

const finding = z
  .object({
    rule: z.string().meta({ description: 'The check, and what is wrong: a name that stays the same.' }),
    severity,
    what: z.string().meta({
      description: 'What it is about: a tag, an address, the words; several with commas between them.',
    }),
    where: z
      .object({
        ...rangeShape,
        snippet: z.string().meta({ description: 'What is written there, at most 200 characters of it.' }),
      })
      .nullable()
      .meta({ description: 'The first place; null for what has no place.' }),
    places: z.array(place).meta({ description: 'All its places in the part of `where`, at most 50.' }),
    count: z.int().positive().meta({ description: 'In how many places it is.' }),
    clients: z.array(z.string()).nullable().meta({
      description: 'The email clients in which it is so; null for what is no matter of email clients.',
    }),
    description: z.string(),
    detail: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .meta({ description: 'Facts for programs, such as a number of bytes; each rule has its own.' }),
    fix: z
      .object({
        description: z.string(),
        edits: z.array(z.object({ where: z.object(rangeShape), text: z.string() })),
      })
      .nullable()
      .meta({
        description:
          'Edits that correct it in every place; null where that would need a guess. Apply them from the last to the first.',
      }),
    basis: changeBasis.nullable().meta({
      description:
        'How it is known that what email clients change is seen: as for `/changes`. Null for what they do not change.',
    }),
    boxes: boxesOfClients.meta({
      description:
        'Where it is seen in the picture of each email client, in CSS pixels; empty unless measured in this email.',
    }),
    parts: z
      .array(
        z.object({
          rule: z.string(),
          what: z.string(),
          where: place.nullable(),
          clients: z.array(z.string()),
          basis: changeBasis,
          description: z.string(),
        }),
      )
      .meta({
        description:
          'A finding of `code/…` is all that one remedy mends: what email clients change, the worst first. Empty for others.',
      }),
    fingerprint: z.string().meta({
      description:
        'SHA-256. It stays the same for the same finding in a later version of the email, whatever is written above it.',
    }),
    ...source,
  })
  .meta({ id: 'Finding' })

export const findingCountsBody = z
  .object({ error: z.int(), warning: z.int(), note: z.int() })
  .meta({ description: 'How many findings there are of each severity.' })

/** The answer of `GET /emails/{guid}/checks` and `POST /checks` (docs/contract.md §4.20). */
export const checksBody = z
  .object({
    email_guid: z.guid().nullable().meta({ description: 'Null for `POST /checks`, which stores nothing.' }),
    complete: z.boolean().meta({ description: 'Whether every check has ended.' }),
    clients_checked: z.array(z.string()).meta({ description: 'The email clients that were looked at.' }),
    counts: findingCountsBody,
    checks: z.array(
      z.object({
        name: z.enum(checkNames),
        status: z.enum(checkStatuses),
        description: z
          .string()
          .nullable()
          .meta({ description: 'Why the status is another one than `done`.' }),
        facts: z
          .record(z.string(), z.unknown())
          .meta({ description: 'What the check saw beside its findings, such as the number of links.' }),
        findings: z.array(finding),
      }),
    ),
  })
  .meta({ id: 'Checks' })

/** The answer of `GET /emails/{guid}/checks?base={guid}`. */
export const comparedChecksBody = z
  .object({
    base_guid: z.guid(),
    email_guid: z.guid(),
    complete: z.boolean().meta({ description: 'Whether every check of both emails has ended.' }),
    clients_checked: z.array(z.string()),
    not_compared: z.array(z.enum(checkNames)).meta({
      description: 'Checks that were not done of both emails. None of their findings is told.',
    }),
    gone: z.array(finding).meta({
      description:
        'Only in `base`; places are those in it. As in `new`, without notes whose `basis` is no proof.',
    }),
    new: z
      .array(finding)
      .meta({ description: 'Only in this email, or in more places of it than in `base`, or worse.' }),
    still: z
      .array(finding)
      .meta({ description: 'In both, by `fingerprint`, in no more places; places are those in this email.' }),
  })
  .meta({ id: 'ComparedChecks' })

export const checkRulesBody = z
  .array(
    z.object({
      rule: z.string(),
      severity: severity.meta({ description: 'The most severe of its findings.' }),
      title: z.string(),
      explains_url: z
        .url()
        .nullable()
        .meta({ description: 'What explains it; null if nothing public does.' }),
      sources: z.array(z.object({ title: z.string(), url: z.url().nullable() })),
    }),
  )
  .meta({ id: 'CheckRules' })

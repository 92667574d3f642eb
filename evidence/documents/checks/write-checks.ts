import { allRules } from '@pas/email-checks/checks'
import { seededFaults } from '../../../packages/email-checks/tests/seeded-faults'
import { writeTable } from '../../fidelity/write-table'
import type { TemplateCounts } from './count-templates'

/** By rule: seeded faults found and missed, and other findings. */
export type CorpusOutcomes = ReadonlyMap<string, { found: number; missed: number; others: number }>

/**
 * Rules that find nothing in HTML alone: they need a subject, a header, pictures, or what is measured for a stored
 * email.
 */
const needsMore =
  /^(?:contrast|headers|spam)\/|^images\/(?:ratio|heavy|heavy-together)$|^inbox\/subject-cut$|^links\/(?:broken|redirects)$|^subject\/(?:missing|long|capitals|marks|preheader-repeats)$/

/** Whether public templates, which are HTML alone, can say how often a rule finds something. */
export const isCounted = (rule: string): boolean => !needsMore.test(rule)

/** All found and nothing else, which the test of the corpus asserts. */
export function expectedOutcomes(): CorpusOutcomes {
  const outcomes = new Map<string, { found: number; missed: number; others: number }>()
  for (const { rule } of seededFaults) {
    const known = outcomes.get(rule) ?? { found: 0, missed: 0, others: 0 }
    outcomes.set(rule, { ...known, found: known.found + 1 })
  }
  return outcomes
}

export function writeChecks(counts: TemplateCounts, outcomes: CorpusOutcomes): string {
  const rows = allRules.map(({ name, severity, title, sources }) => {
    const { found = 0, missed = 0, others = 0 } = outcomes.get(name) ?? {}
    const { templates = 0, findings = 0 } = counts.rules[name] ?? {}
    const seeded = found + missed === 0 ? '' : `${found} of ${found + missed}, ${others}`
    const [source] = sources
    return [
      `\`${name}\``,
      severity,
      title.replaceAll('|', '\\|'),
      source ? (source.url === null ? source.title : `[${source.title}](${source.url})`) : '',
      seeded,
      isCounted(name) ? (templates === 0 ? '' : `${templates}, ${findings}`) : '–',
    ]
  })
  return `${[
    '# Checks',
    '',
    'Made by `npm run generate:checks`; do not edit. The wire: [contract, 4.20](contract.md#420-checks).',
    '',
    'An `error` is what some reader does not get; a `warning`, what some get worse; a `note`, something to know. Rules `code/…` are the',
    'visible changes of `/changes` in the chosen email clients, each finding with its own source; which of them is an error is ours to say.',
    '',
    `Seeded: ${seededFaults.length} faults, each written into a template that has no error (MJML, React Email, a hand-made one): how many`,
    'of them the rule found, once and at its line, and how many errors and warnings of other rules came with them unasked.',
    '',
    `Public: of ${counts.templates} public templates ([which](../packages/email-clients/src/effects/measured-effects.generated.json)), in how many`,
    'the rule finds something, for the popular email clients, and how many findings. They are templates: placeholders, and links to `#`, are',
    'what one expects there. Nothing there: found in none. A dash: not counted, because these templates are HTML alone, and the rule needs a',
    'subject, a header, the pictures, or what is measured or asked for a stored email (contrast, answers of links, SpamAssassin).',
    '',
    '`contrast/text` is an error below 3:1, else a warning; a note if at most 5 % of what is needed is lacking, in email clients in the dark',
    'alone that choose the colours there themselves and do not publish how, but not in the colours of the email’s own dark styles.',
    '',
    ...writeTable(['rule', 'severity', 'finds', 'source', 'seeded', 'public'], rows),
  ].join('\n')}\n`
}

import { knownFaults, readersTouched, sharesSource } from '@pas/email-clients/known-faults'
import { citedSources } from '@pas/email-clients/sources/cited-sources'
import { writeTable } from '../fidelity/write-table'

/** By the readers whom a fault touches. */
export function writeKnownFaults(): string {
  const byReaders = knownFaults
    .map((fault) => ({ ...fault, readers: readersTouched(fault.codes) }))
    .toSorted((one, other) => (other.readers ?? 0) - (one.readers ?? 0))
  return [
    '## Where we are wrong',
    '',
    'Made by `npm run generate:fidelity`; do not edit.',
    '',
    'What is known to be otherwise in the real email client, or not known at all, and not mended; a [card](measure.md) settles most of it.',
    `Readers: at most this share of all opens, by ${linksOf(sharesSource)}; only some of their emails have it. Features that a picture shows`,
    'otherwise than caniemail says are [below](#what-is-wrong), and what rests on one report on the pages of the [clients](clients/README.md).',
    '',
    ...writeTable(
      ['readers', 'email clients', 'what', 'source'],
      byReaders.map(({ readers, who, what, source }) => [
        readers === null ? 'no figure' : `${Math.round(readers)} %`,
        who,
        what,
        linksOf(source),
      ]),
    ),
  ].join('\n')
}

const linksOf = (citation: string): string =>
  citedSources(citation)
    .map(({ title, url }) => (url === null ? title : `[${title}](${url})`))
    .join(', ')

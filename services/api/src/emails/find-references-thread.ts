import { findReferences } from '@pas/email-clients/references/find-references'

/** What a thread of `reference-finder` runs, from `dist/`. */
export const findReferencesInThread = ({ html, atMost }: { html: string; atMost: number }): string[] =>
  findReferences(html).slice(0, atMost)

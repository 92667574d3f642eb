import { citedSources } from '@pas/email-clients/sources/cited-sources'
import type { Citation } from '@pas/email-clients/sources/sources'
import type { RuleSource } from './rule'

/** A success criterion of WCAG 2.2, by its number and the name of its anchor. */
export const wcag = (criterion: string, anchor: string): RuleSource => ({
  title: `WCAG 2.2 §${criterion}`,
  url: `https://www.w3.org/TR/WCAG22/#${anchor}`,
})

/** A section of an RFC. */
export const rfc = (number: number, section: string): RuleSource => ({
  title: `RFC ${number} §${section}`,
  url: `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`,
})

/** A source of what email clients do. */
export function cited(citation: Citation): RuleSource {
  const [source] = citedSources(citation)
  if (!source) throw new Error(`No source for "${citation}"`)
  return { title: source.title, url: source.url }
}

/** A limit that no source gives, and why it was chosen. */
export const ownDefault = (why: string): RuleSource => ({ title: `engineering default: ${why}`, url: null })

/** A section of the HTML standard, by its anchor. */
export const htmlStandard = (page: string, anchor: string): RuleSource => ({
  title: `HTML, ${anchor}`,
  url: `https://html.spec.whatwg.org/multipage/${page}.html#${anchor}`,
})

/** What Google asks of those who send to Gmail. */
export const gmailSenders: RuleSource = {
  title: 'Google: Email sender guidelines',
  url: 'https://support.google.com/mail/answer/81126',
}

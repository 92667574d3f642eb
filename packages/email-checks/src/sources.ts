import { citedSources } from '@pas/email-clients/sources/cited-sources'
import type { Citation } from '@pas/email-clients/sources/sources'
import type { RuleSource } from './rule'

export const wcag = (criterion: string, anchor: string): RuleSource => ({
  title: `WCAG 2.2 §${criterion}`,
  url: `https://www.w3.org/TR/WCAG22/#${anchor}`,
})

export const rfc = (number: number, section: string): RuleSource => ({
  title: `RFC ${number} §${section}`,
  url: `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`,
})

export function cited(citation: Citation): RuleSource {
  const [source] = citedSources(citation)
  if (!source) throw new Error(`No source for "${citation}"`)
  return { title: source.title, url: source.url }
}

/** A limit that we chose without a source. */
export const ownDefault = (why: string): RuleSource => ({ title: `engineering default: ${why}`, url: null })

export const htmlStandard = (page: string, anchor: string): RuleSource => ({
  title: `HTML, ${anchor}`,
  url: `https://html.spec.whatwg.org/multipage/${page}.html#${anchor}`,
})

export const gmailSenders: RuleSource = {
  title: 'Google: Email sender guidelines',
  url: 'https://support.google.com/mail/answer/81126',
}

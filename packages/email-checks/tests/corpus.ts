import { findEmailClient } from '@pas/email-clients/catalogue'
import { popularEmailClients } from '@pas/settings/default-email-clients'
import { changesIn } from '../src/changes-in'
import type { EmailToCheck } from '../src/checked-email'
import { noMeasurements } from '../src/measurements'
import { newSince, type WireFinding } from '../src/answers'
import { runChecks } from '../src/run-checks'
import { cleanTemplates, type CleanTemplate } from './clean-templates'
import type { SeededFault } from './seeded-faults'

const emailClients = popularEmailClients.flatMap((code) => findEmailClient(code) ?? [])

/** An email of a subject and this HTML, with the changes of the popular email clients. */
export function emailOf(html: string, more: SeededFault['email'] = {}, withChanges = true): EmailToCheck {
  const email = {
    html,
    plainText: null,
    subject: 'Coffee from Huila',
    fromDisplayName: 'Shop',
    fromAddress: 'shop@example.com',
    message: null,
    emailClients,
    assets: null,
    lostAssets: [],
    measurements: noMeasurements,
    ...more,
  }
  return { ...email, changes: withChanges ? changesIn(email, emailClients) : null }
}

/** Rules that need the changes; emulating takes most of the time. */
const tellsChanges = /^(?:code|dark)\/|^images\/format$/

/** All findings of an email. */
export const findingsOf = (email: EmailToCheck): WireFinding[] =>
  runChecks(email).flatMap(({ findings }) => findings)

const known = new Map<CleanTemplate, Promise<{ html: string; findings: WireFinding[] }>>()

/** A clean template, and what the checks find in it. */
export function cleanTemplate(name: CleanTemplate) {
  const made =
    known.get(name) ??
    cleanTemplates[name]().then((html) => {
      const findings = findingsOf(emailOf(html))
      return { html, findings }
    })
  known.set(name, made)
  return made
}

/** What the checks say of a seeded fault. */
export interface SeedingOutcome {
  /** The findings of its rule that the clean template has not. */
  found: WireFinding[]
  /** Findings of other rules, but for notes and changes, that the clean template has not and the fault does not explain. */
  others: WireFinding[]
  /** Where the fault is. Null: nowhere. */
  place: { line: number; column: number } | null
}

/** Writes the fault into its template, and checks that. */
export async function seed({
  rule,
  template,
  replace = [],
  at,
  email,
  also = [],
}: SeededFault): Promise<SeedingOutcome> {
  const clean = await cleanTemplate(template)
  let html = clean.html
  for (const [from, to] of replace) {
    if (!html.includes(from)) throw new Error(`${rule}: ${template} has no "${from}"`)
    html = html.replace(from, () => to)
  }
  const known = new Set(clean.findings.map(({ fingerprint }) => fingerprint))
  const findings = findingsOf(emailOf(html, email, tellsChanges.test(rule))).filter(newSince(clean.findings))
  const texts = [html, email?.plainText ?? '', email?.message?.header ?? '']
  const text = at === null ? undefined : texts.find((part) => part.includes(at))
  if (at !== null && text === undefined) throw new Error(`${rule}: "${at}" is nowhere`)
  const place = text === undefined || at === null ? null : placeOf(text, text.indexOf(at))
  return {
    found: findings
      .filter((finding) => finding.rule === rule)
      .map((finding) => (known.has(finding.fingerprint) ? atPlace(finding, place) : finding)),
    others: findings.filter(
      (finding) =>
        finding.rule !== rule &&
        finding.severity !== 'note' &&
        !finding.rule.startsWith('code/') &&
        !also.includes(finding.rule),
    ),
    place,
  }
}

/** The template has the same finding in other places. */
function atPlace(finding: WireFinding, place: SeedingOutcome['place']): WireFinding {
  const found = finding.places.find(({ line, column }) => line === place?.line && column === place.column)
  return { ...finding, where: found && finding.where ? { ...finding.where, ...found } : null }
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

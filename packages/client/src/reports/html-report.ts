import { createHash } from 'node:crypto'
import type { EmailResult, ReportedFinding, ReportedPicture, RunResult } from '../run-result'
import { htmlStyle } from './html-style'
import {
  aboutOf,
  groupComparisons,
  headline,
  isTold,
  isUnlike,
  summaryText,
  unlikeText,
  verdictText,
  worstFirst,
  type ComparisonGroup,
} from './outcome'
import { counted, escapeMarkup } from './visible-text'

/** In pieces, as all pictures together may be longer than a text can be. */
export function* htmlReport(result: RunResult): Generator<string> {
  const told = result.emails.filter(isTold)
  const quiet = result.emails.filter((email) => !told.includes(email))
  yield head(headline(result))
  yield `<header><p class="soft">pas-check ${result.command}</p><h1>${escapeMarkup(headline(result))}</h1>`
  for (const text of aboutOf(result)) yield `<p>${escapeMarkup(text)}</p>`
  if (result.serviceUrl !== null && result.skipped === null)
    yield `<p class="soft">Drawn and checked by ${escapeMarkup(result.serviceUrl)}</p>`
  yield '</header><main>'
  for (const email of told) yield* emailSection(email)
  if (quiet.length > 0) yield quietSection(quiet, result)
  yield '</main></body></html>\n'
}

function head(title: string): string {
  const styleHash = createHash('sha256').update(htmlStyle).digest('base64')
  const policy = `default-src 'none'; img-src data:; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><title>${escapeMarkup(title)}</title><style>${htmlStyle}</style></head><body>`
}

function* emailSection(email: EmailResult): Generator<string> {
  const { file, failure, findings, comparisons, renamedFrom, ignoredCount } = email
  const unlike = unlikeText(email)
  const counts = [
    ...(unlike ? [unlike] : []),
    ...(findings.length > 0 ? [counted(findings.length, 'finding')] : []),
    ...(ignoredCount > 0 ? [`${ignoredCount} ignored`] : []),
  ]
  yield `<details open><summary><h2>${escapeMarkup(file)}</h2> <span class="soft">${counts.join(', ')}</span></summary>`
  if (renamedFrom !== undefined) yield `<p class="soft">Its name was ${escapeMarkup(renamedFrom)}.</p>`
  if (failure !== null) yield `<p class="bad">${escapeMarkup(failure)}</p>`
  if (findings.length > 0) yield findingTable(findings)
  for (const group of groupComparisons(comparisons)) yield* groupSection(group)
  yield '</details>'
}

function* groupSection(group: ComparisonGroup): Generator<string> {
  const names = group.clients.map(({ name }) => name).join(', ')
  const className = isUnlike(group) ? 'bad' : group.verdict === 'equal' ? 'good' : 'warn'
  const alike = group.clients.length > 1 ? ` (${group.clients.length} alike)` : ''
  const summary = summaryText(group)
  yield `<section><h3>${escapeMarkup(names)}${alike}</h3><p><span class="${className}">${escapeMarkup(verdictText(group))}</span>${summary && ` · ${escapeMarkup(summary)}`}</p>`
  const pictures = [
    { caption: 'Before', picture: group.base },
    { caption: 'After', picture: group.head },
    { caption: 'What differs', picture: group.difference },
  ]
  if (pictures.some(({ picture }) => picture !== null)) {
    yield '<div class="pictures">'
    for (const { caption, picture } of pictures) if (picture) yield figure(caption, names, picture)
    yield '</div>'
  }
  yield '</section>'
}

const figure = (caption: string, names: string, { width, height, png }: ReportedPicture): string =>
  `<figure tabindex="0"><figcaption>${caption}</figcaption><img alt="${caption} in ${escapeMarkup(names, 200)}" width="${width}" height="${height}" src="data:image/png;base64,${Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64')}"></figure>`

const severityClasses = { error: 'bad', warning: 'warn', note: 'soft' }

function findingTable(findings: readonly ReportedFinding[]): string {
  const rows = worstFirst(findings).map(
    ({ severity, rule, what, where, count, clients, description, source, source_url: url }) => {
      const place = where
        ? `${where.part === 'html' ? '' : `${escapeMarkup(where.part)} `}line ${where.line}`
        : ''
      const snippet = where?.snippet ? `<br><code>${escapeMarkup(where.snippet, 200)}</code>` : ''
      const from = source === null ? '' : `<br><span class="soft">${linked(source, url)}</span>`
      return (
        `<tr><td class="${severityClasses[severity]}">${severity}</td><td>${place}${count > 1 ? ` (${count} places)` : ''}</td>` +
        `<td><code>${escapeMarkup(rule)}</code></td><td>${escapeMarkup(description)} <b>${escapeMarkup(what, 200)}</b>${snippet}${from}</td>` +
        `<td>${clients === null ? 'all' : escapeMarkup(clients.join(', '))}</td></tr>`
      )
    },
  )
  return `<div class="scroll"><table><thead><tr><th>Severity</th><th>Where</th><th>Rule</th><th>Finding</th><th>Email clients</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

const linked = (text: string, url: string | null): string =>
  url !== null && /^https?:\/\//i.test(url)
    ? `<a href="${escapeMarkup(url)}" rel="noreferrer">${escapeMarkup(text)}</a>`
    : escapeMarkup(text)

function quietSection(emails: readonly EmailResult[], { command }: RunResult): string {
  const items = emails.map(({ file, ignoredCount }) => {
    const ignored = ignoredCount > 0 ? ` <span class="soft">${ignoredCount} ignored</span>` : ''
    return `<li>${escapeMarkup(file)}${ignored}</li>`
  })
  const what = command === 'compare' ? 'without a difference' : 'without findings'
  return `<details><summary class="good">${counted(emails.length, 'email')} ${what}</summary><ul>${items.join('')}</ul></details>`
}

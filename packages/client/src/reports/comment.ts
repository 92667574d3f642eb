import type { EmailResult, ReportedFinding, ReportedPicture, RunResult } from '../run-result'
import { escapeMarkdown, joinBlocks, markdownCode } from './markdown'
import {
  aboutOf,
  groupComparisons,
  headline,
  isTold,
  summaryText,
  unlikeText,
  verdictText,
  worstFirst,
  type ComparisonGroup,
} from './outcome'
import { counted, visibleText } from './visible-text'

/** GitHub refuses comments of more than 65,536 characters. */
const maxCommentBytes = 60_000
/** `gh pr comment` takes 50 files; each difference has three. */
const maxIllustrated = 16
/** GitHub refuses larger pictures. */
const maxPictureBytes = 10_000_000
const maxFindingRows = 50

export interface IllustratedComment {
  markdown: string
  /** Beside the Markdown, which names them: `gh pr comment --attach` uploads them. */
  pictures: { name: string; png: Uint8Array }[]
}

/** GitHub's Markdown without pictures, as for a job's summary. */
export const commentOf = (result: RunResult, maxBytes = maxCommentBytes): string =>
  markdownOf(result, maxBytes, () => '')

export function illustratedCommentOf(result: RunResult): IllustratedComment {
  const pictures: IllustratedComment['pictures'] = []
  const markdown = markdownOf(result, maxCommentBytes, (group) => {
    const number = pictures.length / 3 + 1
    const three = [
      { of: 'before', picture: group.base },
      { of: 'after', picture: group.head },
      { of: 'marked', picture: group.difference },
    ].flatMap(({ of, picture }) =>
      isSmall(picture) ? [{ name: `difference-${number}-${of}.png`, ...picture }] : [],
    )
    if (number > maxIllustrated || three.length < 3) return ''
    pictures.push(...three.map(({ name, png }) => ({ name, png })))
    const cells = three.map(({ name }) => `![${name.slice(0, -4)}](${name})`)
    return `\n\n| before | after | what differs |\n| --- | --- | --- |\n| ${cells.join(' | ')} |`
  })
  return { markdown, pictures: pictures.filter(({ name }) => markdown.includes(`(${name})`)) }
}

const isSmall = (picture: ReportedPicture | null): picture is ReportedPicture =>
  picture !== null && picture.png.byteLength <= maxPictureBytes

type Illustrate = (group: ComparisonGroup) => string

function markdownOf(result: RunResult, maxBytes: number, illustrate: Illustrate): string {
  const ignored = result.emails.reduce((sum, { ignoredCount }) => sum + ignoredCount, 0)
  const blocks = [
    `### ${escapeMarkdown(headline(result))}`,
    ...aboutOf(result).map((text) => escapeMarkdown(text)),
    ...(ignored > 0
      ? [`${counted(ignored, 'finding')} ignored by the configuration or the baseline\\.`]
      : []),
    ...result.emails.filter(isTold).flatMap((email) => [
      emailHeading(email),
      ...(email.failure === null ? [] : [`⚠️ ${escapeMarkdown(email.failure)}`]),
      ...(email.findings.length > 0 ? [findingTable(email.findings)] : []),
      ...groupComparisons(email.comparisons)
        .filter((group) => group.verdict !== 'equal')
        .map((group) => groupBlock(group, illustrate)),
    ]),
  ]
  return joinBlocks(
    blocks,
    maxBytes,
    (missing) =>
      `_The rest is cut here, ${counted(missing, 'paragraph')} of ${blocks.length}: report\\.html and report\\.json of this run have all\\._`,
  )
}

function emailHeading(email: EmailResult): string {
  const { file, renamedFrom } = email
  const before = renamedFrom === undefined ? '' : `, was ${markdownCode(renamedFrom)}`
  return `#### ${markdownCode(file)}${before} ${unlikeText(email)}`.trim()
}

function groupBlock(group: ComparisonGroup, illustrate: Illustrate): string {
  const names = group.clients.map(({ name }) => name).join(', ')
  const alike = group.clients.length > 1 ? ', all alike' : ''
  const summary = summaryText(group)
  const line = `**${escapeMarkdown(names)}** ${escapeMarkdown(verdictText(group))}${alike}${summary && ` \\(${escapeMarkdown(summary)}\\)`}`
  return `${line}${illustrate(group)}`
}

function findingTable(findings: readonly ReportedFinding[]): string {
  const rows = worstFirst(findings)
    .slice(0, maxFindingRows)
    .map((finding) => {
      const { severity, rule, what, where, description, clients, count } = finding
      const place = where ? String(where.line) : ''
      const text = `${escapeMarkdown(description, 500)} ${markdownCode(what, 100)}${count > 1 ? ` in ${count} places` : ''}`
      const names = clients === null ? 'all' : visibleText(clients.slice(0, 5).join(', '))
      const more = clients !== null && clients.length > 5 ? ` and ${clients.length - 5} more` : ''
      return `| ${severity} | ${place} | ${markdownCode(rule)} | ${text} | ${escapeMarkdown(names)}${more} |`
    })
  const missing = findings.length - rows.length
  return [
    '| | line | rule | finding | email clients |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    ...(missing > 0 ? [`\n_${counted(missing, 'more finding')} in report\\.html\\._`] : []),
  ].join('\n')
}

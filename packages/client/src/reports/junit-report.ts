import type { EmailResult, ReportedFinding, RunResult } from '../run-result'
import { groupComparisons, isFailing, isUnlike, summaryText, verdictText } from './outcome'
import { countsOf, isBeyondWarnings } from '../verdict'
import { escapeMarkup } from './visible-text'

interface TestCase {
  name: string
  end: 'passed' | 'failure' | 'error' | 'skipped'
  message: string
  text?: string
}

/** The JUnit XML that Jenkins and GitLab read (`junit-10.xsd` of Jenkins' xUnit plugin): a suite for each email. */
export function junitReport(result: RunResult): string {
  const ofRun = (one: TestCase) => ({ name: result.command, cases: [one] })
  const suites =
    result.skipped === null
      ? result.emails.map((email) => ({ name: email.file, cases: casesOf(email, result) }))
      : [ofRun({ name: 'skipped', end: 'skipped', message: result.skipped })]
  if (isBeyondWarnings(result)) {
    const message = `Found: ${countsOf(result).warnings}.`
    suites.push(ofRun({ name: `at most ${result.maxWarnings} warnings`, end: 'failure', message }))
  }
  const all = suites.flatMap(({ cases }) => cases)
  const counts = (cases: readonly TestCase[]): string =>
    `tests="${cases.length}" failures="${howMany(cases, 'failure')}" errors="${howMany(cases, 'error')}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="pas-check ${result.command}" ${counts(all)}>`,
    ...suites.flatMap(({ name, cases }) => [
      `  <testsuite name="${escapeMarkup(name)}" ${counts(cases)} skipped="${howMany(cases, 'skipped')}">`,
      ...cases.map((each) => testCase(each, name)),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n')
}

const howMany = (cases: readonly TestCase[], end: TestCase['end']): number =>
  cases.filter((each) => each.end === end).length

function testCase({ name, end, message, text = '' }: TestCase, suite: string): string {
  const opening = `    <testcase name="${escapeMarkup(name, 300)}" classname="${escapeMarkup(suite)}"`
  if (end === 'passed') return `${opening}/>`
  const inside = `<${end} message="${escapeMarkup(message)}">${escapeMarkup(text)}</${end}>`
  return `${opening}>${inside}</testcase>`
}

function casesOf(email: EmailResult, result: RunResult): TestCase[] {
  const failed: TestCase[] =
    email.failure === null ? [] : [{ name: 'could be checked', end: 'error', message: email.failure }]
  const cases = result.command === 'compare' ? comparedCases(email) : findingCases(email, result)
  return [...failed, ...cases]
}

const comparedCases = (email: EmailResult): TestCase[] =>
  groupComparisons(email.comparisons).flatMap((group) =>
    group.clients.map(({ code, name }) => ({
      name: `${name} (${code})`,
      end: isUnlike(group) ? 'failure' : group.verdict === 'equal' ? 'passed' : 'error',
      message: verdictText(group),
      text: summaryText(group),
    })),
  )

function findingCases(email: EmailResult, result: RunResult): TestCase[] {
  const failing = email.findings.filter((finding) => isFailing(finding, result))
  const cases = failing.map((finding): TestCase => ({
    name: `${finding.rule}: ${finding.what}`,
    end: 'failure',
    message: finding.description,
    text: placeText(finding),
  }))
  return cases.length > 0 || email.failure !== null
    ? cases
    : [{ name: 'no findings that fail', end: 'passed', message: '' }]
}

function placeText({ where, count, clients }: ReportedFinding): string {
  const place = where ? `line ${where.line}, column ${where.column}: ${where.snippet}` : ''
  const more = count > 1 ? ` (${count} places)` : ''
  return `${place}${more}${clients ? ` in ${clients.join(', ')}` : ''}`.trim()
}

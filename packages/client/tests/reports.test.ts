import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTestFolder } from '@pas/testing/test-folder'
import type { Log } from 'sarif'
import { commentOf, illustratedCommentOf } from '../src/reports/comment'
import { htmlReport } from '../src/reports/html-report'
import { jsonReport } from '../src/reports/json-report'
import { junitReport } from '../src/reports/junit-report'
import { headline } from '../src/reports/outcome'
import { sarifReport } from '../src/reports/sarif-report'
import { writeReports } from '../src/reports/write-reports'
import { verdictOf } from '../src/verdict'
import { comparison, compareResult, email, finding, hostile, lintResult, picture } from './sample-result'

/** What would act on a terminal, in a log, or turn the direction of what is read. */
// eslint-disable-next-line no-control-regex -- these are what is looked for
const acting = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]|\p{Surrogate}/u

describe('the reports of a run', () => {
  it('fail a run with more warnings than it may have, whatever else may fail it', () => {
    const emails = [email({ findings: [{ ...finding, severity: 'warning' }] })]
    const verdicts = [0, 1, null].map((maxWarnings) =>
      verdictOf(lintResult({ emails, failOn: 'never', maxWarnings })),
    )
    expect(verdicts).toEqual(['findings', 'passed', 'passed'])
  })

  it('say in one line what was found', async () => {
    expect(headline(lintResult())).toBe('1 of 3 emails: 1 error, 1 warning; 1 email could not be checked')
    expect(headline(await compareResult())).toBe('2 of 3 emails differ; 1 email could not be checked')
    const equal = email({ comparisons: [comparison()] })
    expect(headline(await compareResult({ emails: [equal] }))).toBe('0 of 1 email differs')
    expect(commentOf(await compareResult({ picturesLeftOut: 1 }))).toMatch(/limited number\\: 1 preview/)
    expect(headline(lintResult({ emails: [] }))).toBe('0 of 0 emails: no findings')
    expect(headline(lintResult({ skipped: 'no key' }))).toBe('Skipped: no key')
  })

  it('hold no character of an email that acts, and no markup', async () => {
    for (const result of [lintResult(), await compareResult()]) {
      const texts = [[...htmlReport(result)].join(''), junitReport(result), commentOf(result)]
      for (const text of texts) {
        expect(text).not.toMatch(acting)
        expect(text).not.toMatch(/(?<!\\)<script/)
      }
      expect(sarifReport(result)).not.toMatch(acting)
      expect(jsonReport(result)).not.toMatch(acting)
    }
  })

  describe('report.json', () => {
    it('has the result, with a hash for each picture', async () => {
      const result = await compareResult()
      const report = JSON.parse(jsonReport(result)) as {
        report_version: number
        emails: { comparisons: unknown[] }[]
      }
      expect(report).toMatchObject({ report_version: 1, command: 'compare', baseCommit: 'c'.repeat(40) })
      expect(report.emails[0]?.comparisons[0]).toMatchObject({
        verdict: 'different',
        base: { width: 1040, height: 1600, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
      })
      expect(JSON.stringify(report).length).toBeLessThan(10_000)
    })

    it('has no command for an agent of CI, in a log or on a terminal', () => {
      const what = '##vso[task.setvariable]x ###[error]\u009b'
      const json = jsonReport(lintResult({ emails: [email({ findings: [{ ...finding, what }] })] }))
      expect(json).not.toMatch(/##|\u009b/)
      expect(JSON.parse(json)).toMatchObject({ emails: [{ findings: [{ what }] }] })
    })
  })

  describe('junit.xml', () => {
    it('fails a test for each client that differs, and has an error for what nobody knows', async () => {
      const xml = junitReport(await compareResult())
      expect(xml).toContain('<testsuites name="pas-check compare" tests="7" failures="4" errors="1">')
      expect(xml).toContain(
        '<testsuite name="dist/newsletter.html" tests="5" failures="3" errors="1" skipped="0">',
      )
      expect(xml).toContain(
        '<failure message="looks different">2 places: 1 changed, 1 inserted; 100 pixels longer</failure>',
      )
      expect(xml).toMatch(/<error message="cannot be compared: other programs drew/)
    })

    it('fails a test for each finding that fails the run, and no other', () => {
      expect(junitReport(lintResult())).toContain('tests="3" failures="1" errors="1"')
      expect(junitReport(lintResult({ failOn: 'warning' }))).toContain('tests="4" failures="2" errors="1"')
      expect(junitReport(lintResult({ failOn: 'never' }))).toContain('tests="3" failures="0" errors="1"')
      const many = junitReport(lintResult({ failOn: 'never', maxWarnings: 0 }))
      expect(many).toContain('tests="4" failures="1" errors="1"')
      expect(many).toContain('<failure message="Found: 1.">')
      const skipped = junitReport(lintResult({ emails: [], skipped: 'This pull request has no key.' }))
      expect(skipped).toContain('skipped="1"')
      expect(skipped).toContain('<skipped message="This pull request has no key."></skipped>')
    })
  })

  describe('report.sarif', () => {
    const logOf = (result: Parameters<typeof sarifReport>[0]) => JSON.parse(sarifReport(result)) as Log

    it('names files relative to where the command ran, however they are called', () => {
      const names = ['a b#c?.html', 'https://evil.example/a.html', '100%.html', 'ü/"x".html', hostile]
      const { runs } = logOf(
        lintResult({ emails: names.map((file) => email({ file, findings: [finding] })) }),
      )
      const uris = (runs[0]?.results ?? []).map(
        ({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation?.uri ?? '',
      )
      expect(uris).toHaveLength(names.length)
      for (const [index, uri] of uris.entries()) {
        expect(new URL(uri, 'https://base.example/folder/').href).toMatch(
          /^https:\/\/base\.example\/folder\//,
        )
        if (names[index] !== hostile) expect(decodeURIComponent(uri)).toBe(names[index])
      }
    })

    it('has a help address for each rule, a fingerprint for each result, and what failed', () => {
      const [run] = logOf(lintResult()).runs
      const driver = run?.tool.driver
      expect(driver).toMatchObject({
        name: 'pas-check',
        version: '1.2.3',
        informationUri: 'https://instant.example/v1/docs',
      })
      expect(driver?.rules?.map(({ id, helpUri }) => [id, helpUri])).toEqual([
        ['images/alt-missing', 'https://www.w3.org/TR/WCAG22/#non-text-content'],
        ['code/position', 'https://instant.example/v1/checks/rules'],
      ])
      for (const { ruleIndex = -1, ruleId, partialFingerprints } of run?.results ?? []) {
        expect(driver?.rules?.[ruleIndex]?.id).toBe(ruleId)
        expect(partialFingerprints?.['finding/v1']).toMatch(/^[ef]{64}$/)
      }
      expect(run?.invocations?.[0]).toMatchObject({
        executionSuccessful: false,
        toolExecutionNotifications: [{ level: 'error' }],
      })
    })

    it('has one result for each email that differs', async () => {
      const results = logOf(await compareResult()).runs[0]?.results ?? []
      expect(results.map(({ message }) => message.text)).toEqual([
        expect.stringMatching(
          /^'dist\/newsletter\.html' differs in 3 of 5 email clients: Gmail, Yahoo! Mail, /,
        ),
        "'dist/new.html' differs in 1 of 1 email client: Gmail.",
      ])
    })
  })

  it('have the errors before what is no more than good to know', () => {
    const notes = Array.from(
      { length: 60 },
      (_, n) => ({ ...finding, severity: 'note', what: `n${n}` }) as const,
    )
    const findings = [...notes, { ...finding, what: 'grave' }]
    const result = lintResult({ emails: [email({ findings })] })
    expect(commentOf(result)).toMatch(/grave[^]*n0/)
    expect([...htmlReport(result)].join('')).toMatch(/grave[^]*n0/)
  })

  describe('comment.md', () => {
    it('names its pictures by relative file names, and only those that it shows', async () => {
      const { markdown, pictures } = illustratedCommentOf(await compareResult())
      expect(pictures.map(({ name }) => name)).toEqual(
        [1, 2].flatMap((n) => ['before', 'after', 'marked'].map((of) => `difference-${n}-${of}.png`)),
      )
      for (const { name } of pictures) expect(markdown).toContain(`](${name})`)
      expect(markdown).toContain('**Gmail, Yahoo\\! Mail** looks different, all alike')
      expect(commentOf(await compareResult())).not.toContain('.png')
    })

    it('has what an email says neither as markup, nor as a mention, nor beyond its cell', () => {
      const ends = ['|', '\\|', '`|`', '\\`', '&#124;', '``', ' ', ''].map((what) => ({
        ...finding,
        what: `${what}<b>@a`,
      }))
      const markdown = commentOf(lintResult({ emails: [email({ file: '`|\\|`<b>.html', findings: ends })] }))
      expect(markdown).not.toMatch(/<b>|@a/)
      for (const row of markdown.split('\n').filter((line) => line.startsWith('| error')))
        expect(row.match(/\\.|\|/g)?.filter((mark) => mark === '|')).toHaveLength(6)
      expect(commentOf(lintResult())).not.toMatch(/@octocat|[^&]#1\b|https:|(?<!\\)<script/)
    })

    it('stays within what GitHub takes, and says what is cut', async () => {
      const many = Array.from({ length: 3_000 }, (_, n) =>
        email({ file: `dist/${n}.html`, comparisons: [comparison({ verdict: 'added' })] }),
      )
      const { markdown } = illustratedCommentOf(await compareResult({ emails: many }))
      expect(markdown.length).toBeLessThanOrEqual(60_000)
      expect(markdown).toMatch(/_The rest is cut here, \d+ paragraphs of 6002: report\\\.html and/)
      const long = Array.from({ length: 100 }, (_, n) => ({ ...finding, what: `${n}` }))
      expect(commentOf(lintResult({ emails: [email({ findings: long })] }))).toContain(
        '_50 more findings in report\\.html\\._',
      )
    })

    it('takes 48 pictures at most, of which none is larger than GitHub takes', async () => {
      const pictures = await Promise.all(Array.from({ length: 20 }, (_, n) => picture(10, 10 + n, 'red')))
      const emails = pictures.map((each, n) =>
        email({
          file: `${n}.html`,
          comparisons: [comparison({ verdict: 'different', base: each, head: each, difference: each })],
        }),
      )
      expect(illustratedCommentOf(await compareResult({ emails })).pictures).toHaveLength(48)
      const large = { width: 1, height: 1, png: new Uint8Array(10_000_001) }
      const tooLarge = [
        email({
          comparisons: [comparison({ verdict: 'different', base: large, head: large, difference: large })],
        }),
      ]
      expect(illustratedCommentOf(await compareResult({ emails: tooLarge })).pictures).toEqual([])
    })
  })

  describe('on the disk', () => {
    it('are written whole, and leave nothing of an earlier run', async () => {
      const folder = await createTestFolder()
      const out = path.join(folder.path, 'a', 'out')
      await mkdir(out, { recursive: true })
      await writeFile(path.join(out, 'difference-9-before.png'), 'old')
      await writeFile(path.join(out, 'mine.png'), 'mine')
      const names = await writeReports(out, await compareResult())
      expect(names.filter((name) => !name.endsWith('.png'))).toEqual([
        'comment.md',
        'junit.xml',
        'report.html',
        'report.json',
        'report.sarif',
      ])
      expect((await readdir(out)).sort()).toEqual([...names, 'mine.png'].sort())
      expect(await readFile(path.join(out, 'report.html'), 'utf8')).toMatch(/^<!doctype html>.*<\/html>\n$/s)
      await folder.close()
    })
  })
})

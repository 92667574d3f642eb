import sharp from 'sharp'
import type { EmailResult, ReportedComparison, ReportedFinding, RunResult } from '../src/run-result'

export const hostile =
  '</title><script>document.title="owned"</script>"\'&`|[x](https://evil.example) @octocat #1 \u202Etxt.exe\u001b[31m\u0000\n::error::x ]]> \ud800'

export async function picture(width: number, height: number, color: string) {
  const rectangle = `<svg width="${width}" height="${height}"><rect width="100%" height="100%" fill="${color}"/><text x="20" y="60" font-size="40">Words</text></svg>`
  const png = await sharp(Buffer.from(rectangle)).png().toBuffer()
  return { width, height, png: new Uint8Array(png) }
}

export const finding: ReportedFinding = {
  rule: 'images/alt-missing',
  severity: 'error',
  what: 'a.png',
  where: { part: 'html', line: 3, column: 5, end_line: 3, end_column: 20, snippet: '<img src="a.png">' },
  count: 2,
  clients: null,
  description: 'The picture has no text for readers who do not see it.',
  fingerprint: 'f'.repeat(64),
  source: 'WCAG 2.2, 1.1.1',
  source_url: 'https://www.w3.org/TR/WCAG22/#non-text-content',
}

export const email = (more: Partial<EmailResult>): EmailResult => ({
  file: 'dist/newsletter.html',
  findings: [],
  ignoredCount: 0,
  comparisons: [],
  failure: null,
  ...more,
})

export const comparison = (more: Partial<ReportedComparison> = {}): ReportedComparison => ({
  client: { code: 'CHROMEGMAILNEW', name: 'Gmail' },
  verdict: 'equal',
  reason: null,
  base: null,
  head: null,
  difference: null,
  summary: null,
  ...more,
})

export const lintResult = (more: Partial<RunResult> = {}): RunResult => ({
  command: 'lint',
  serviceUrl: 'https://instant.example/v1',
  emails: [
    email({
      findings: [
        finding,
        {
          ...finding,
          rule: 'code/position',
          severity: 'warning',
          what: hostile,
          description: hostile,
          clients: ['OL365', 'OL2016'],
          fingerprint: 'e'.repeat(64),
          source_url: null,
        },
      ],
    }),
    email({ file: 'dist/clean.html', ignoredCount: 1 }),
    email({ file: `dist/${hostile}.html`, failure: hostile }),
  ],
  skipped: null,
  baseCommit: null,
  version: '1.2.3',
  ...more,
})

/** Three clients differ, of which two look alike; one picture is a phone's. */
export async function compareResult(more: Partial<RunResult> = {}): Promise<RunResult> {
  const desktop = {
    base: await picture(1040, 1600, '#ffffff'),
    head: await picture(1040, 1700, '#ffe4b5'),
    difference: await picture(1040, 1700, '#e0b0ff'),
    summary: {
      height_delta: 100,
      changed_pixels: 1234,
      regions: [{ kind: 'inserted' as const }, { kind: 'changed' as const }],
    },
  }
  const phone = {
    ...desktop,
    base: await picture(1170, 2532, '#eeeeee'),
    head: await picture(1170, 2532, '#b0ffb0'),
  }
  const client = (code: string, name: string) => ({ client: { code, name } })
  return {
    command: 'compare',
    serviceUrl: 'https://instant.example/v1',
    emails: [
      email({
        comparisons: [
          comparison({ ...client('CHROMEGMAILNEW', 'Gmail'), verdict: 'different', ...desktop }),
          comparison({ ...client('CHROMEYAHOO', 'Yahoo! Mail'), verdict: 'different', ...desktop }),
          comparison({ ...client('IPHONE17', hostile), verdict: 'different', ...phone }),
          comparison({ ...client('OL365', 'Outlook 365'), verdict: 'not_comparable', reason: 'drawn_by' }),
          comparison({ ...client('PLAINTEXT', 'Plain text') }),
        ],
      }),
      email({
        file: 'dist/new.html',
        renamedFrom: 'dist/<old>.html',
        comparisons: [comparison({ verdict: 'added' })],
      }),
      email({ file: 'dist/same.html', comparisons: [comparison()] }),
    ],
    skipped: null,
    baseCommit: 'c'.repeat(40),
    version: '1.2.3',
    ...more,
  }
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import Ajv, { type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { validateXML } from 'xmllint-wasm'
import { junitReport } from '../src/reports/junit-report'
import { sarifReport } from '../src/reports/sarif-report'
import type { RunResult } from '../src/run-result'
import { compareResult, email, lintResult } from './sample-result'

const junitSchema = readFileSync(path.join(__dirname, 'junit.xsd'), 'utf8')

/** Its identifier and its version, draft 4, are of a form that Ajv has left behind; its keywords are not. */
function sarifSchema(): ValidateFunction {
  const file = require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')
  const schema = JSON.parse(readFileSync(file, 'utf8')) as { id?: string; $schema?: string }
  delete schema.id
  delete schema.$schema
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false })
  addFormats(ajv)
  return ajv.compile(schema)
}

const isSarif = sarifSchema()

const rule = {
  rule: 'images/alt-missing',
  severity: 'error',
  title: 'A picture has no text.',
  explains_url: 'https://www.w3.org/TR/WCAG22/#non-text-content',
} as const

const runs: Readonly<Record<string, () => RunResult | Promise<RunResult>>> = {
  'with findings, and one email that failed': () => lintResult(),
  'with the words of the rules': () => lintResult({ rules: [rule] }),
  'without findings': () => lintResult({ emails: [email({}), email({ file: 'b c/ü.eml' })] }),
  'of which all is ignored': () => lintResult({ emails: [email({ ignoredCount: 3 })], rules: [] }),
  'with more warnings than it may have': () => lintResult({ failOn: 'never', maxWarnings: 0 }),
  'without an email': () => lintResult({ emails: [] }),
  'that was skipped': () => lintResult({ emails: [], skipped: 'No key.', serviceUrl: null }),
  'that compared': () => compareResult(),
  'that compared and was skipped': () => compareResult({ emails: [], skipped: 'No key.' }),
}

describe.each(Object.entries(runs))('of a run %s', (_name, run) => {
  it('junit.xml is as Jenkins describes it', async () => {
    const { errors } = await validateXML({ xml: junitReport(await run()), schema: junitSchema })
    expect(errors.map(({ message }) => message)).toEqual([])
  })

  it('report.sarif is as SARIF 2.1.0 says', async () => {
    isSarif(JSON.parse(sarifReport(await run())))
    expect(isSarif.errors).toBeNull()
  })
})

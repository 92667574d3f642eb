import { appendFileSync } from 'node:fs'
import { renderAnnotations, renderOutput, renderSummary } from '../formats/github'
import { printable, printableJson } from '../formats/printable'
import { createPaint, renderText } from '../formats/text'
import { jsonReport } from '../reports/json-report'
import { headline } from '../reports/outcome'
import type { RunResult } from '../run-result'
import { countsOf, type Verdict } from '../verdict'
import type { Arguments } from './arguments'
import type { Console } from './console'
import type { Surroundings } from './surroundings'
import { UsageError } from '../usage-error'

interface Told {
  result: RunResult
  verdict: Verdict
  args: Arguments
  surroundings: Surroundings
  console: Console
}

/** In the format that was asked for, with the last line as the last. */
export function tellResult({ result, verdict, args, surroundings, console }: Told): void {
  const { stdout, stderr, env } = surroundings
  const { ignored } = countsOf(result)
  const last = printable(`${headline(result)}${ignored > 0 ? `; ${ignored} ignored` : ''}`)
  const paint = createPaint(console.hasColours)
  if (args.format === 'json') {
    stdout.write(printableJson(jsonReport(result)))
    stderr.write(`${last}\n`)
    return
  }
  if (args.format === 'github') {
    stdout.write(renderAnnotations(result))
    append('GITHUB_OUTPUT', env, renderOutput(result, verdict))
    append('GITHUB_STEP_SUMMARY', env, renderSummary(result))
    if (result.skipped !== null) stdout.write(`::notice title=${args.command}::${last}\n`)
  } else stdout.write(renderText(result, paint))
  const colour = {
    passed: 'green',
    skipped: 'yellow',
    findings: 'red',
    differences: 'red',
    incomplete: 'red',
  } as const
  stdout.write(`${paint(colour[verdict], last)}\n`)
}

function append(variable: string, env: Surroundings['env'], text: string): void {
  const file = env[variable]
  if (!file) return
  try {
    appendFileSync(file, text)
  } catch (error) {
    throw new UsageError(`The file that ${variable} names cannot be written: ${(error as Error).message}.`)
  }
}

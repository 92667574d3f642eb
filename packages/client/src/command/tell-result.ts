import { appendFileSync } from 'node:fs'
import { renderAnnotations, renderFailure, renderOutput, renderSummary } from '../formats/github'
import { printable } from '../formats/printable'
import { createPaint, renderText } from '../formats/text'
import { jsonReport } from '../reports/json-report'
import { escapeMarkdown } from '../reports/markdown'
import { headline } from '../reports/outcome'
import type { RunResult } from '../run-result'
import { countsOf, type Verdict } from '../verdict'
import type { Arguments } from './arguments'
import type { Console } from './console'
import type { Surroundings } from './surroundings'
import { UsageError } from '../usage-error'
import { messageOf } from '../message-of'

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
    stdout.write(jsonReport(result))
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

/** To GitHub, of a run that has no result. Never throws: why it ended has been said. */
export function tellFailure(why: string, command: string, { stdout, env }: Surroundings): void {
  stdout.write(renderFailure(command, why))
  try {
    append('GITHUB_OUTPUT', env, 'verdict=incomplete\n')
    append('GITHUB_STEP_SUMMARY', env, `### pas-check ${command}\n\n${escapeMarkdown(why)}\n`)
  } catch {
    // The files are not to be had.
  }
}

function append(variable: string, env: Surroundings['env'], text: string): void {
  const file = env[variable]
  if (!file) return
  try {
    appendFileSync(file, text)
  } catch (error) {
    throw new UsageError(`The file that ${variable} names cannot be written: ${messageOf(error)}.`)
  }
}

import { appendFileSync } from 'node:fs'
import { renderAnnotations, renderOutput, renderShortComment, renderSummary } from '../formats/github'
import { renderJson } from '../formats/json'
import { printable } from '../formats/printable'
import { createPaint, renderText } from '../formats/text'
import type { RunResult } from '../run-result'
import { lastLine, type Verdict } from '../verdict'
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
  const last = printable(lastLine(result))
  const paint = createPaint(console.hasColours)
  if (args.format === 'json') {
    stdout.write(renderJson(result, verdict))
    stderr.write(`${last}\n`)
    return
  }
  if (args.format === 'github') {
    stdout.write(renderAnnotations(result))
    append('GITHUB_OUTPUT', env, renderOutput(result, verdict))
    append('GITHUB_STEP_SUMMARY', env, renderSummary(result, renderShortComment(result)))
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

import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { runPas } from './pas/run-pas'

// Compiled or not, this file lies three folders below the clone.
const clone = path.resolve(__dirname, '../../..')

// A failure is one line on standard error (docs/contract.md §6.2). Node's warnings, such as deprecations in libraries,
// would add lines.
process.removeAllListeners('warning')

// EPIPE: the reader closed the pipe before the end, as `head` does. That is no failure.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1))

void runPas(process.argv.slice(2), {
  env: process.env,
  clone,
  readIn: () => text(process.stdin),
  ask: process.stdin.isTTY && process.stderr.isTTY ? ask : undefined,
  writeOut: (piece) => new Promise<void>((resolve) => process.stdout.write(piece, () => resolve())),
  writeError: (line) => process.stderr.write(line),
}).then((exitStatus) => {
  process.exitCode = exitStatus
})

/** On standard error, because standard output is for answers. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}

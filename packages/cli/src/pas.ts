import path from 'node:path'
import { text } from 'node:stream/consumers'
import { runPas } from './pas/run-pas'

// Compiled or not, this file lies three folders below the clone.
const clone = path.resolve(__dirname, '../../..')

// A failure is one line on standard error; what a library would tell its developers there is in its way.
process.removeAllListeners('warning')

// Whoever reads the answer may have seen enough of it, as `head` does.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1))

void runPas(process.argv.slice(2), {
  env: process.env,
  clone,
  readIn: () => text(process.stdin),
  writeOut: (piece) => new Promise<void>((resolve) => process.stdout.write(piece, () => resolve())),
  writeError: (line) => process.stderr.write(line),
}).then((exitStatus) => {
  process.exitCode = exitStatus
})

import path from 'node:path'
import { runPas } from './pas/run-pas'

// Compiled or not, this file lies two folders below the clone.
const clone = path.resolve(__dirname, '../..')

// A failure is one line on standard error; what a library would tell its developers there is in its way.
process.removeAllListeners('warning')

void runPas(process.argv.slice(2), {
  env: process.env,
  clone,
  writeOut: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
}).then((exitStatus) => {
  process.exitCode = exitStatus
})

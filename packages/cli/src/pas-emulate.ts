import { styleText } from 'node:util'
import { runPasEmulate } from './pas-emulate/run-pas-emulate'

// EPIPE: the reader closed the pipe before the end, as `head` does. That is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

void runPasEmulate(process.argv.slice(2), {
  standardInput: process.stdin,
  writeOut: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  // NO_COLOR, FORCE_COLOR and a standard output that is no terminal are minded.
  paint: (colour, text) => styleText(colour, text, { stream: process.stdout }),
}).then((exitStatus) => {
  process.exitCode = exitStatus
})

import { runPasEmulate } from './pas-emulate/run-pas-emulate'

// EPIPE: the reader closed the pipe before the end, as `head` does. That is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

void runPasEmulate(process.argv.slice(2), {
  standardInput: process.stdin,
  writeOut: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
}).then((exitStatus) => {
  process.exitCode = exitStatus
})

import { runPasEmulate } from './pas-emulate/run-pas-emulate'

// Whoever reads may have seen enough, as `head` has.
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

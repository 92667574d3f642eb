import path from 'node:path'
import { preparedEnvironment } from './draw-file/prepared-environment'
import { runDrawFile } from './draw-file/run-draw-file'

// EPIPE: the reader closed the pipe before the end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

void runDrawFile(process.argv.slice(2), {
  env: preparedEnvironment(process.env, path.resolve(__dirname, '../../..')),
  standardInput: process.stdin,
  writeOut: (png) => process.stdout.write(png),
  writeError: (text) => process.stderr.write(text),
}).then((exitStatus) => {
  process.exitCode = exitStatus
})

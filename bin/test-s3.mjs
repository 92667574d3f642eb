import { bootstrap } from './bootstrap.mjs'
import { runCommand } from './run-command.mjs'

await runCommand(async () => {
  await bootstrap()
  await import('../tools/s3/dist/main.js')
})

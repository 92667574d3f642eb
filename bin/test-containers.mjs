import { bootstrap } from './bootstrap.mjs'
import { runCommand } from './run-command.mjs'

await runCommand(async () => {
  await bootstrap()
  await import('../tools/containers/dist/main.js')
})

import { bootstrap } from './bootstrap.mjs'
import { runCommand } from './run-command.mjs'

await runCommand(async () => {
  await bootstrap()
  process.argv.splice(2, 0, 'bench')
  await import('../tools/harness/dist/main.js')
})

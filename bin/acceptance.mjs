import { bootstrap } from './bootstrap.mjs'
import { runCommand } from './progress.mjs'

await runCommand(async () => {
  await bootstrap()
  process.argv.splice(2, 0, 'acceptance')
  await import('../tools/harness/dist/main.js')
})

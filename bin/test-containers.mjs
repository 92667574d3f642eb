import { bootstrap } from './bootstrap.mjs'
import { runCommand } from './progress.mjs'

await runCommand(async () => {
  await bootstrap()
  await import('../tools/containers/dist/main.js')
})

import { assertPortsFree } from './assert-ports-free.mjs'
import { bootstrap } from './bootstrap.mjs'
import { runCommand } from './progress.mjs'

await runCommand(async () => {
  await assertPortsFree(process.argv.slice(2), process.env)
  await bootstrap()
  await import('../tools/stack/dist/main.js')
})

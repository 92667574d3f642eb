import { assertStackPortsFree } from './assert-ports-free.mjs'
import { bootstrap } from './bootstrap.mjs'
import { runCommand } from './run-command.mjs'
import { startHelp } from './start-help.mjs'

await runCommand(async () => {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    process.stdout.write(startHelp)
    return
  }
  await assertStackPortsFree(process.argv.slice(2), process.env)
  await bootstrap()
  await import('../tools/stack/dist/main.js')
})

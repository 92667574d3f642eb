import { clone } from './clone'
import { makeDemo } from './demo'
import { describeStack } from './describe-stack'
import { exitWith } from './exit-with'
import { runStack } from './run-stack'
import { readStackOptions } from './stack-options'
import { startStack } from './start-stack'

async function main(): Promise<number> {
  const options = readStackOptions(process.argv.slice(2), process.env, clone)
  return runStack(
    () => startStack(options, clone, makeDemo),
    (ready) => `ready\n\n${describeStack(ready, options.homePath)}\n`,
    process.env.npm_lifecycle_event !== undefined,
  )
}

exitWith(main())

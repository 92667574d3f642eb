import { clone } from '../clone'
import { exitWith } from '../exit-with'
import { nameLine } from '../process-log'
import { nameProgress } from '../progress'
import { runStack } from '../run-stack'
import { isUnsandboxedAllowed } from '../sandbox'
import { startStack } from '../start-stack'
import { assertMountsPossible } from './assert-mounts'
import { assertScratchSpace, forgetKilledPostgres, lockVolume } from './assert-volume'
import { makeFirstAccount } from './first-account'
import { describeImage } from './describe-image'
import { readImageOptions } from './image-options'
import { claimVolume } from './release'

/** The all-in-one image's first process (infra/images/Dockerfile). */
async function main(): Promise<number> {
  nameProgress((line) => nameLine('all-in-one', line))
  const { options, firstAccount } = readImageOptions(process.env, clone)
  assertScratchSpace()
  assertMountsPossible(options.engines ?? [], isUnsandboxedAllowed(options.env))
  lockVolume(options.homePath)
  forgetKilledPostgres(options.homePath)
  claimVolume(options.homePath)
  return runStack(
    () => startStack(options, clone, (running) => makeFirstAccount(running, firstAccount)),
    ({ file, made }) =>
      describeImage(file, made)
        .map((line) => nameLine('all-in-one', line))
        .join(''),
  )
}

exitWith(main())

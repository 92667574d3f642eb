import path from 'node:path'
import { version } from '@pas/runtime/version'
import { clone } from '@pas/stack/clone'
import { exitWith } from '@pas/stack/exit-with'
import { packClient } from './pack-client'

/** `npm run pack:client -- FOLDER` */
async function main([folder = 'dist-release']: string[]): Promise<number> {
  const target = path.resolve(clone, folder)
  process.stdout.write(`${path.join(target, await packClient({ clone, version, target }))}\n`)
  return 0
}

exitWith(main(process.argv.slice(2)))

import { existsSync } from 'node:fs'
import path from 'node:path'
import { bringDebianPackages } from './debian-packages'
import { enginePackages } from '@pas/engine-programs/engine-packages'
import { findProgram } from '@pas/engine-programs/find-program'
import type { Identity } from '@pas/engine-programs/identity'
import { progress, StackError } from './progress'

const names = ['w3m', 'lynx']

/**
 * A PATH on which w3m and lynx are: `searchPath`, with a folder brought from Debian's packages behind it when they are
 * not. Throws a `StackError`.
 */
export function withTextBrowsers(searchPath: string, packagesFolder: string, identity: Identity): string {
  if (names.every((name) => findProgram([name], searchPath, identity))) return searchPath
  // The programs themselves, not scripts before them: the engine looks up what each loads.
  const brought = path.join(packagesFolder, 'text', 'usr', 'bin')
  if (!names.every((name) => existsSync(path.join(brought, name)))) bring(packagesFolder, identity)
  return [searchPath, brought].filter(Boolean).join(path.delimiter)
}

function bring(packagesFolder: string, identity: Identity): void {
  progress(`bringing ${names.join(' and ')} from Debian (5 MB)`)
  try {
    bringDebianPackages(
      // Perl is for a script of w3m's that no page calls.
      { name: 'text', packages: enginePackages.text, without: ['perl'], programs: {} },
      packagesFolder,
      identity,
    )
  } catch (error) {
    throw new StackError(
      `${names.join(' and ')} are not on PATH and could not be brought (${(error as Error).message}): type 'apt-get install ${names.join(' ')}' as root.`,
      { cause: error },
    )
  }
}

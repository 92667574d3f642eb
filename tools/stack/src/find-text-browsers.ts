import { existsSync } from 'node:fs'
import path from 'node:path'
import { bringDebianPackages, type PackagesFolder } from './debian-packages'
import { enginePackages } from '@pas/engine-programs/engine-packages'
import { findProgram } from '@pas/engine-programs/find-program'
import { progress, StackError } from './progress'

const names = ['w3m', 'lynx']

/** PATH with w3m and lynx, which are downloaded from Debian when missing. Throws a `StackError`. */
export async function withTextBrowsers(searchPath: string, packages: PackagesFolder): Promise<string> {
  if (names.every((name) => findProgram([name], searchPath, packages.identity))) return searchPath
  // The programs themselves, not start scripts: the text engine runs ldd on them.
  const brought = path.join(packages.path, 'text', 'usr', 'bin')
  if (!names.every((name) => existsSync(path.join(brought, name)))) await bring(packages)
  return [searchPath, brought].filter(Boolean).join(path.delimiter)
}

async function bring(packages: PackagesFolder): Promise<void> {
  progress(`downloading ${names.join(' and ')} from Debian (5 MB)`)
  try {
    await bringDebianPackages(
      // w3m needs Perl only for a script that no page calls.
      { name: 'text', packages: enginePackages.text, without: ['perl'], programs: {} },
      packages,
    )
  } catch (error) {
    packages.signal.throwIfAborted()
    throw new StackError(
      `${names.join(' and ')} are not on PATH and could not be downloaded (${(error as Error).message}): type 'apt-get install ${names.join(' ')}' as root.`,
      { cause: error },
    )
  }
}

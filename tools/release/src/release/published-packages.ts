import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { StackError } from '@pas/stack/progress'
import { z } from 'zod'

export interface PublishedPackage {
  name: string
  version: string
  folder: string
}

const manifest = z.object({ name: z.string(), version: z.string(), private: z.boolean().optional() })

/** The packages of the workspace for partners: those that are not `private`. */
export const listPublishedPackages = (clone: string): PublishedPackage[] =>
  globSync('packages/*/package.json', { cwd: clone })
    .sort()
    .map((file) => {
      const read: unknown = JSON.parse(readFileSync(path.join(clone, file), 'utf8'))
      return { ...manifest.parse(read), folder: path.join(clone, path.dirname(file)) }
    })
    .filter((one) => one.private !== true)
    .map(({ name, version, folder }) => ({ name, version, folder }))

/** Writes the tarball that the npm registry would get. Throws a `StackError`. */
export function packPackage({ name, folder }: PublishedPackage, target: string, clone: string): void {
  const { packageManager } = z
    .object({ packageManager: z.string() })
    .parse(JSON.parse(readFileSync(path.join(clone, 'package.json'), 'utf8')))
  const args = ['-y', packageManager, 'pack', '--pack-destination', target]
  const { status, stdout, stderr } = spawnSync('npx', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new StackError(`${name} could not be packed: ${stderr.trim() || stdout.trim()}`)
}

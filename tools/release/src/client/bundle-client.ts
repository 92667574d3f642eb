import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { publishedName } from '@pas/client/published-name'
import { build } from 'esbuild'

/** Above it a call of `npx` is felt. */
const maxBytes = 60 * 1024

const sources = 'packages/client/src'
const ofPackage = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//

/** Two files without dependencies, for the oldest Node that is supported elsewhere. */
export async function bundleClient({
  clone,
  version,
  target,
}: {
  clone: string
  version: string
  target: string
}): Promise<{ notices: string }> {
  const { metafile } = await build({
    absWorkingDir: clone,
    entryPoints: [
      { in: `${sources}/main.ts`, out: publishedName },
      { in: `${sources}/index.ts`, out: 'index' },
    ],
    outdir: target,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    charset: 'utf8',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['source'],
    define: { packageVersion: JSON.stringify(version) },
    // For what is CommonJS among the dependencies.
    banner: { js: '#!/usr/bin/env node' },
    metafile: true,
    logLevel: 'silent',
  })
  for (const [file, { bytes }] of Object.entries(metafile.outputs))
    if (bytes > maxBytes)
      throw new Error(`${path.basename(file)} has ${bytes} bytes, and may have ${maxBytes}.`)
  const packages = Object.keys(metafile.inputs).flatMap((input) => ofPackage.exec(input)?.[1] ?? [])
  return {
    notices: [...new Set(packages)]
      .sort()
      .map((folder) => noticeOf(path.join(clone, folder)))
      .join('\n'),
  }
}

function noticeOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
  }
  const [licence] = globSync('LICEN[CS]E*', { cwd: folder })
  if (licence === undefined || !existsSync(path.join(folder, licence)))
    throw new Error(`${name} is in the bundle and has no file LICENSE.`)
  return `${name} ${version}\n\n${readFileSync(path.join(folder, licence), 'utf8').trim()}\n`
}

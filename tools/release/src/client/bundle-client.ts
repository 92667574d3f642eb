import path from 'node:path'
import { publishedName } from '@pas/client/published-name'
import { build } from 'esbuild'

/** Above it a call of `npx` is felt. */
const maxBytes = 60 * 1024

const sources = 'packages/client/src'

/** Two files, the command and the library, for the oldest Node that is supported elsewhere. */
export async function bundleClient(clone: string, version: string, target: string): Promise<void> {
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
    banner: { js: '#!/usr/bin/env node' },
    metafile: true,
    logLevel: 'silent',
  })
  for (const [file, { bytes }] of Object.entries(metafile.outputs))
    if (bytes > maxBytes)
      throw new Error(`${path.basename(file)} has ${bytes} bytes, and may have ${maxBytes}.`)
  // Its licence would have to be packed, too.
  const foreign = Object.keys(metafile.inputs).find((input) => input.includes('node_modules/'))
  if (foreign !== undefined)
    throw new Error(`${foreign} came into the bundle, which is without other packages.`)
}

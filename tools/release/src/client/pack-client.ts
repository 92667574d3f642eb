import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { publishedName } from '@pas/client/published-name'
import { StackError } from '@pas/stack/progress'
import { bundleClient } from './bundle-client'

interface Packing {
  clone: string
  version: string
  /** Where the tarball goes. */
  target: string
}

/** Writes the tarball that a registry would get, and returns its name. Throws a `StackError`. */
export async function packClient({ clone, version, target }: Packing): Promise<string> {
  const work = mkdtempSync(path.join(tmpdir(), 'pas-client-'))
  const folder = path.join(work, 'package')
  try {
    await bundleClient(clone, version, folder)
    chmodSync(path.join(folder, `${publishedName}.mjs`), 0o755)
    cpSync(path.join(clone, 'packages/client/published-readme.md'), path.join(folder, 'README.md'))
    writeTypes(clone, path.join(folder, 'types'))
    writeFileSync(
      path.join(folder, 'package.json'),
      `${JSON.stringify(manifestOf(clone, version), null, 2)}\n`,
    )
    mkdirSync(target, { recursive: true })
    const folders = ['--cache', path.join(work, 'cache'), '--pack-destination', path.resolve(target)]
    const args = ['pack', '--loglevel=error', '--ignore-scripts', ...folders]
    return execFileSync('npm', args, { cwd: folder, encoding: 'utf8' }).trim()
  } catch (error) {
    throw new StackError(`${publishedName} could not be packed: ${(error as Error).message}`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function manifestOf(clone: string, version: string): object {
  const { license } = JSON.parse(readFileSync(path.join(clone, 'package.json'), 'utf8')) as {
    license: string
  }
  return {
    name: publishedName,
    version,
    description: 'Checks and compares emails with a Partner Access Service, and asks it from Node.',
    license,
    type: 'module',
    engines: { node: '>=20.12' },
    bin: { [publishedName]: `${publishedName}.mjs` },
    exports: { '.': { types: './types/index.d.ts', default: './index.mjs' } },
  }
}

function writeTypes(clone: string, target: string): void {
  const compiler = path.join(clone, 'node_modules/.bin/tsc')
  const options = {
    extends: path.join(clone, 'tsconfig.base.json'),
    compilerOptions: {
      ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, types: ['node'] },
      ...{ rootDir: path.join(clone, 'packages/client/src'), outDir: target },
      typeRoots: [path.join(clone, 'node_modules/@types')],
    },
    files: [path.join(clone, 'packages/client/src/index.ts')],
  }
  const project = `${target}.json`
  writeFileSync(project, JSON.stringify(options))
  execFileSync(compiler, ['-p', project], { cwd: clone, encoding: 'utf8' })
  rmSync(project)
  // Programs that resolve as Node does need the extension.
  for (const file of globSync('**/*.d.ts', { cwd: target })) {
    const at = path.join(target, file)
    const text = readFileSync(at, 'utf8').replace(/(from |import\()(['"])(\.[^'"]*)\2/g, '$1$2$3.js$2')
    writeFileSync(at, text)
  }
}

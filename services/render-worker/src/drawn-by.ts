import { createHash, hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Engine } from './engines/engine'

/**
 * Names what draws: two pictures with the same one were drawn by the same code and rules, engine and kind of processor,
 * so what differs between them is the email's.
 */
export const drawnByOf = ({ name, version }: Pick<Engine, 'name' | 'version'>): string =>
  hash('sha256', JSON.stringify([ownCode, name, version, processorKind()])).slice(0, 32)

/** Of the worker and the email clients' rules, and the versions of the libraries that they name. */
const ownCode = digestOf([
  path.join(__dirname, '..'),
  path.join(path.dirname(require.resolve('@pas/email-clients/emulate')), '..'),
])

/** `folders`: of packages. As what runs is compiled or not, it is `dist` or `src` of each. */
function digestOf(folders: readonly string[]): string {
  const digest = createHash('sha256')
  for (const folder of folders) {
    const code = path.join(folder, path.basename(__dirname))
    const files = readdirSync(code, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:[jt]sx?|json|py|css|html)$/.test(file) && !/\.test\.[jt]sx?$/.test(file))
      .sort()
    for (const file of files) digest.update(`${file}\0`).update(readFileSync(path.join(code, file)))
    digest.update(readFileSync(path.join(folder, 'package.json')))
  }
  return digest.digest('base64')
}

/** Engines choose their arithmetic by the instructions that a processor has, which changes the last bit of a colour. */
function processorKind(): string {
  if (process.arch !== 'x64') return process.arch
  const flags = new Set(/^flags\s*:(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1]?.split(' '))
  return ['x64', ...['avx2', 'avx512f'].filter((flag) => flags.has(flag))].join('-')
}

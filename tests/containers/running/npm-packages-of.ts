import { z } from 'zod'
import { docker } from './stack'

/** Every npm package in a container's image, as name@version. */
export async function npmPackagesOf(container: string): Promise<string[]> {
  const script = `const { readdirSync, readFileSync } = require('fs')
    const found = readdirSync('/app/node_modules/.pnpm', { recursive: true })
      .filter((file) => /^[^/]+\\/node_modules\\/(@[^/]+\\/)?[^/]+\\/package.json$/.test(file))
      .map((file) => JSON.parse(readFileSync('/app/node_modules/.pnpm/' + file)))
      .map(({ name, version }) => name + '@' + version)
    console.log(JSON.stringify([...new Set(found)]))`
  return z.array(z.string()).parse(JSON.parse(await docker('exec', container, 'node', '--eval', script)))
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { clone } from '@pas/stack/clone'
import { z } from 'zod'

const target = z.strictObject({
  inherits: z.array(z.string()).default([]),
  context: z.string().optional(),
  dockerfile: z.string().optional(),
  pull: z.boolean().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  name: z.string().optional(),
  matrix: z.record(z.string(), z.array(z.string())).optional(),
  target: z.string().optional(),
  args: z.record(z.string(), z.string()).optional(),
  tags: z.array(z.string()).default([]),
})
const bakeFile = z.strictObject({
  variable: z.record(z.string(), z.strictObject({ default: z.string() })),
  group: z.strictObject({ default: z.strictObject({ targets: z.array(z.string()) }) }),
  target: z.record(z.string(), target),
})

export const bakeFilePath = 'infra/images/docker-bake.json'

/** An image that `docker buildx bake` builds. */
export interface BakedImage {
  name: string
  dockerfile: string
  target: string
  args?: Record<string, string>
  tags: string[]
}

/**
 * The images that `docker buildx bake -f infra/images/docker-bake.json` builds with these variables. Knows the fields
 * that the file uses, and throws for others.
 */
export function readBake(variables: Readonly<Record<string, string>>): BakedImage[] {
  const bake = bakeFile.parse(JSON.parse(readFileSync(path.join(clone, bakeFilePath), 'utf8')))
  const defaults = Object.fromEntries(Object.entries(bake.variable).map(([name, one]) => [name, one.default]))
  return bake.group.default.targets.flatMap((targetName) => {
    const own = bake.target[targetName]
    if (!own) throw new Error(`docker-bake.json has no target ${targetName}`)
    const inherited = own.inherits.map((name) => bake.target[name])
    const [[parameter, values] = ['', ['']]] = Object.entries(own.matrix ?? {})
    return values.map((value): BakedImage => {
      const known: Record<string, string> = { ...defaults, ...variables, [parameter]: value }
      const fill = (text = ''): string =>
        text.replace(/\$\{(\w+)\}/g, (_all, name: string) => known[name] ?? '')
      return {
        name: fill(own.name ?? targetName),
        dockerfile: inherited.find((one) => one?.dockerfile)?.dockerfile ?? '',
        target: fill(own.target),
        ...(own.args && {
          args: Object.fromEntries(Object.entries(own.args).map(([name, text]) => [name, fill(text)])),
        }),
        tags: own.tags.map(fill),
      }
    })
  })
}

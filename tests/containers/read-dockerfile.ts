import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Copy, DockerfileParser, Env, type Instruction } from 'dockerfile-ast'
import { repository } from './read-compose'

/** Every image is a target of this file. */
export const dockerfile = 'infra/images/Dockerfile'

/** One target, with a value for each build argument that is not to have its default. */
export interface ImageTarget {
  target: string
  args?: Readonly<Record<string, string>>
}

/** A stage of the Dockerfile. */
export interface Stage {
  name: string
  /** The name of the stage it begins with, or an image of a registry. */
  base: string
  instructions: Instruction[]
  text: string
}

/**
 * The stages that a target is made of, from the first to its own; their build arguments have their values. Throws for an
 * unknown target.
 */
export function readStages({ target, args = {} }: ImageTarget): Stage[] {
  const text = readFileSync(path.join(repository, dockerfile), 'utf8')
  const defaults = [...text.matchAll(/^ARG (\w+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
  const values: Record<string, string> = { ...Object.fromEntries(defaults), ...args }
  const stages = text
    .replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
    .split(/^(?=FROM )/m)
    .slice(1)
    .map((stage): Stage => {
      const [, base = '', name = ''] = /^FROM (\S+) AS (\S+)$/m.exec(stage) ?? []
      return { name, base, instructions: DockerfileParser.parse(stage).getInstructions(), text: stage }
    })
  const chainOf = (name: string): Stage[] => {
    const stage = stages.find((candidate) => candidate.name === name)
    return stage ? [...chainOf(stage.base), stage] : []
  }
  const chain = chainOf(target)
  if (chain.length === 0) throw new Error(`${dockerfile} has no stage '${target}'`)
  return chain
}

/** The stage from which a `COPY` takes its files; null for the clone. dockerfile-ast's own `getFromFlag` finds no flag beside another. */
export const sourceStageOf = (copy: Copy): string | null =>
  copy
    .getFlags()
    .find((flag) => flag.getName() === 'from')
    ?.getValue() ?? null

/** The variables that a container of this target starts with. */
export const environmentOf = (image: ImageTarget): Record<string, string> =>
  Object.assign(
    {},
    ...readStages(image)
      .flatMap(({ instructions }) => instructions)
      .map((instruction) => (instruction instanceof Env ? variablesOf(instruction) : {})),
  ) as Record<string, string>

/** What one `ENV` says. */
const variablesOf = (instruction: Env): Record<string, string> =>
  Object.fromEntries(
    instruction.getProperties().map((property) => [property.getName(), property.getValue() ?? '']),
  )

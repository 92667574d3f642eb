import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import dockerignore from '@balena/dockerignore'
import { Copy, Entrypoint, Env, Healthcheck, type Instruction, Run, Workdir } from 'dockerfile-ast'
import { repository } from './read-compose'
import { environmentOf, readStages, sourceStageOf, type ImageTarget } from './read-dockerfile'

/** The image that the Dockerfile makes of this clone, as a folder. */
export interface BuiltImage {
  /** The folder that is `/app` in the image. */
  folder: string
  env: Record<string, string>
  command: string[]
  entrypoint: string[]
  /** The command of the health check. */
  healthCommand: string[]
}

/**
 * Builds an image without Docker: runs the stages that the image copies from, their commands word for word, and the
 * copies and settings of the image's own stages. It leaves out the commands of its own stages (Debian packages, a user),
 * which would need root in a root file system of their own. `work` keeps the stages that were run, for the next image.
 * Throws with the output of a command that failed.
 */
export function buildWithoutDocker(image: ImageTarget, work: string): BuiltImage {
  const folder = path.join(work, `${image.target}-image`)
  mkdirSync(folder, { recursive: true })
  const built: BuiltImage = {
    folder,
    env: environmentOf(image),
    command: [],
    entrypoint: [],
    healthCommand: [],
  }
  for (const instruction of readStages(image).flatMap(({ instructions }) => instructions)) {
    if (instruction instanceof Copy) {
      const [from = '', to = ''] = instruction.getArguments().map(String)
      const stage = sourceStageOf(instruction) ?? ''
      // Node's own image: this machine has a Node.
      if (stage === 'node') continue
      const source = buildStage(stage, work)
      cpSync(path.join(source, path.relative('/app', from)), path.join(folder, to), {
        recursive: true,
        verbatimSymlinks: true,
      })
    } else if (instruction instanceof Healthcheck) built.healthCommand = wordsOf(instruction)
    else if (instruction instanceof Entrypoint) built.entrypoint = wordsOf(instruction)
    else if (instruction.getKeyword() === 'CMD') built.command = wordsOf(instruction)
  }
  return built
}

/** The folder that is `/app` in this stage. It is made once, from a copy of the stage that this one begins with. */
function buildStage(name: string, work: string): string {
  const folder = path.join(work, name)
  if (existsSync(folder)) return folder
  const stages = readStages({ target: name })
  const base = stages.at(-2)
  if (base) cpSync(buildStage(base.name, work), folder, { recursive: true, verbatimSymlinks: true })
  else mkdirSync(folder, { recursive: true })
  const programs = path.join(work, 'programs')
  const env: Record<string, string | undefined> = {
    // Keeps this machine's settings for the registry, but not the variables of the npm that started this test.
    ...Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^(npm_|NODE_ENV$)/.test(key))),
    PATH: `${programs}/bin:${process.env.PATH}`,
    npm_config_prefix: programs,
    ...environmentOf({ target: name }),
  }
  for (const instruction of stages.at(-1)?.instructions ?? []) {
    if (instruction instanceof Copy) {
      for (const source of instruction.getArguments().slice(0, -1).map(String)) copyFromClone(source, folder)
    } else if (instruction instanceof Run) runLine(instruction.getArgumentsContent() ?? '', folder, env)
    else if (
      !(instruction instanceof Workdir || instruction instanceof Env) &&
      instruction.getKeyword() !== 'FROM'
    )
      throw new Error(
        `the stage '${name}' has the instruction ${instruction.getKeyword()}, which buildWithoutDocker does not know`,
      )
  }
  return folder
}

function runLine(line: string, folder: string, env: Record<string, string | undefined>): void {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line.replaceAll('\\\n', '')], {
    cwd: folder,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`'${line}' failed:\n${stdout.slice(-2_000)}\n${stderr.slice(-2_000)}`)
}

/** Copies only the files that .dockerignore lets a builder have. */
function copyFromClone(source: string, folder: string): void {
  const sent = dockerignore().add(readFileSync(path.join(repository, '.dockerignore'), 'utf8'))
  cpSync(path.join(repository, source), path.join(folder, source), {
    recursive: true,
    filter: (file) => {
      const relative = path.relative(repository, file)
      if (relative === '') return true
      // An ignored folder may have to be entered, as infra for infra/fonts.
      return (
        !sent.ignores(relative) ||
        (['infra', 'infra/images', 'examples'].includes(relative) && source === '.')
      )
    },
  })
}

/** The words of an instruction in exec form (a JSON array), which in a health check follows flags and `CMD`. */
function wordsOf(instruction: Instruction): string[] {
  const content = instruction.getArgumentsContent() ?? ''
  return JSON.parse(content.slice(content.indexOf('['))) as string[]
}

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import dockerignore from '@balena/dockerignore'
import {
  Copy,
  Entrypoint,
  Env,
  Healthcheck,
  type Instruction,
  Run,
  Workdir,
} from 'dockerfile-ast'
import { repository } from './read-compose'
import { environmentOf, readStages, type ImageTarget } from './read-dockerfile'

/** What the Dockerfile makes of this clone, in a folder in place of a container's root. */
export interface BuiltImage {
  /** What is `/app` in the image. */
  folder: string
  env: Record<string, string>
  command: string[]
  entrypoint: string[]
  /** Of the health check. */
  healthCommand: string[]
}

/**
 * Does what a builder would: everything of the stages that the image copies from, their commands word for word; of its own stages the copies
 * and settings. What their commands do (Debian packages, a user) takes root in a root of its own, and is left out. `work` keeps the stages that
 * were built, for the next image. Throws with a failed command's output.
 */
export function buildWithoutDocker(image: ImageTarget, work: string): BuiltImage {
  const folder = path.join(work, `${image.target}-image`)
  mkdirSync(folder, { recursive: true })
  const built: BuiltImage = { folder, env: environmentOf(image), command: [], entrypoint: [], healthCommand: [] }
  for (const instruction of readStages(image).flatMap(({ instructions }) => instructions)) {
    if (instruction instanceof Copy) {
      const [from = '', to = ''] = instruction.getArguments().map(String)
      const source = buildStage(instruction.getFromFlag()?.getValue() ?? '', work)
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

/** The folder that is `/app` in this stage; made once, on a copy of the stage it begins with. */
function buildStage(name: string, work: string): string {
  const folder = path.join(work, name)
  if (existsSync(folder)) return folder
  const stages = readStages({ target: name })
  const base = stages.at(-2)
  if (base) cpSync(buildStage(base.name, work), folder, { recursive: true, verbatimSymlinks: true })
  else mkdirSync(folder, { recursive: true })
  const programs = path.join(work, 'programs')
  const env: Record<string, string | undefined> = {
    // This machine's own way to the registry, but nothing of the test run or of the npm that it was started by.
    ...Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^(npm_|NODE_ENV$)/.test(key))),
    PATH: `${programs}/bin:${process.env.PATH}`,
    npm_config_prefix: programs,
    ...environmentOf({ target: name }),
  }
  for (const instruction of stages.at(-1)?.instructions ?? []) {
    if (instruction instanceof Copy) {
      for (const source of instruction.getArguments().slice(0, -1).map(String)) copyFromClone(source, folder)
    } else if (instruction instanceof Run) runLine(instruction.getArgumentsContent() ?? '', folder, env)
    else if (!(instruction instanceof Workdir || instruction instanceof Env) && instruction.getKeyword() !== 'FROM')
      throw new Error(`the stage '${name}' has ${instruction.getKeyword()}, which this does not know`)
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

/** Only what the builder is sent, as .dockerignore says. */
function copyFromClone(source: string, folder: string): void {
  const sent = dockerignore().add(readFileSync(path.join(repository, '.dockerignore'), 'utf8'))
  cpSync(path.join(repository, source), path.join(folder, source), {
    recursive: true,
    filter: (file) => {
      const relative = path.relative(repository, file)
      if (relative === '') return true
      // A folder may be on the way to what is sent.
      return !sent.ignores(relative) || (relative === 'infra' && source === '.')
    },
  })
}

/** Of the form that no shell reads; a health check has flags and a word before it. */
function wordsOf(instruction: Instruction): string[] {
  const content = instruction.getArgumentsContent() ?? ''
  return JSON.parse(content.slice(content.indexOf('['))) as string[]
}

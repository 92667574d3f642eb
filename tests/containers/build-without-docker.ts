import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import dockerignore from '@balena/dockerignore'
import {
  Copy,
  DockerfileParser,
  Entrypoint,
  Env,
  Healthcheck,
  type Instruction,
  Run,
  Workdir,
} from 'dockerfile-ast'
import { repository } from './read-compose'

/** The image that a Dockerfile makes of this clone, as a folder. */
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
 * Builds an image without Docker: runs the whole build stage, its commands word for word, and the copies and settings
 * of the last stage. It leaves out the last stage's commands (Debian packages, a user), which would need root in a root
 * file system of their own. Throws with the output of a command that failed.
 */
export function buildWithoutDocker(dockerfile: string, work: string): BuiltImage {
  const text = readFileSync(path.join(repository, dockerfile), 'utf8')
  const stages = text.split(/^(?=FROM )/m).slice(1)
  const build = path.join(work, 'build')
  const folder = path.join(work, 'run')
  for (const place of [build, folder]) mkdirSync(place, { recursive: true })
  runBuildStage(stages[0] ?? '', build)
  const image: BuiltImage = { folder, env: {}, command: [], entrypoint: [], healthCommand: [] }
  for (const instruction of DockerfileParser.parse(stages.at(-1) ?? '').getInstructions()) {
    if (instruction instanceof Copy) {
      const [from = '', to = ''] = instruction.getArguments().map(String)
      cpSync(path.join(build, path.relative('/app', from)), path.join(folder, to), {
        recursive: true,
        verbatimSymlinks: true,
      })
    } else if (instruction instanceof Env) Object.assign(image.env, variablesOf(instruction))
    else if (instruction instanceof Healthcheck) image.healthCommand = wordsOf(instruction)
    else if (instruction instanceof Entrypoint) image.entrypoint = wordsOf(instruction)
    else if (instruction.getKeyword() === 'CMD') image.command = wordsOf(instruction)
  }
  return image
}

function runBuildStage(stage: string, folder: string): void {
  const programs = path.join(folder, '..', 'programs')
  const env: Record<string, string | undefined> = {
    // Keeps this machine's settings for the registry, but not the variables of the npm that started this test.
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV$)/.test(name))),
    PATH: `${programs}/bin:${process.env.PATH}`,
    npm_config_prefix: programs,
  }
  for (const instruction of DockerfileParser.parse(stage).getInstructions()) {
    if (instruction instanceof Env) Object.assign(env, variablesOf(instruction))
    else if (instruction instanceof Copy) {
      for (const source of instruction.getArguments().slice(0, -1).map(String)) copyFromClone(source, folder)
    } else if (instruction instanceof Run) runLine(instruction.getArgumentsContent() ?? '', folder, env)
    else if (!(instruction instanceof Workdir) && instruction.getKeyword() !== 'FROM')
      throw new Error(
        `the build stage has the instruction ${instruction.getKeyword()}, which buildWithoutDocker does not know`,
      )
  }
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
      return !sent.ignores(relative) || (relative === 'infra' && source === '.')
    },
  })
}

const variablesOf = (instruction: Env): Record<string, string> =>
  Object.fromEntries(
    instruction.getProperties().map((property) => [property.getName(), property.getValue() ?? '']),
  )

/** The words of an instruction in exec form (a JSON array), which in a health check follows flags and `CMD`. */
function wordsOf(instruction: Instruction): string[] {
  const content = instruction.getArgumentsContent() ?? ''
  return JSON.parse(content.slice(content.indexOf('['))) as string[]
}

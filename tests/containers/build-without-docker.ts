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

/** What a Dockerfile makes of this clone, in a folder in place of a container's root. */
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
 * Does what a builder would: everything of the build stage, its commands word for word; of the last stage the copies
 * and settings. What that one's commands do (Debian packages, a user) takes root in a root of its own, and is left out.
 * Throws with a failed command's output.
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
    // This machine's own way to the registry, but nothing of the test run or of the npm that it was started by.
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
      throw new Error(`the build stage has ${instruction.getKeyword()}, which this does not know`)
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

const variablesOf = (instruction: Env): Record<string, string> =>
  Object.fromEntries(
    instruction.getProperties().map((property) => [property.getName(), property.getValue() ?? '']),
  )

/** Of the form that no shell reads; a health check has flags and a word before it. */
function wordsOf(instruction: Instruction): string[] {
  const content = instruction.getArgumentsContent() ?? ''
  return JSON.parse(content.slice(content.indexOf('['))) as string[]
}

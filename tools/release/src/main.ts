import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { version } from '@pas/runtime/version'
import { clone } from '@pas/stack/clone'
import { exitWith } from '@pas/stack/exit-with'
import { StackError } from '@pas/stack/progress'
import { squashMigrations } from './migrations/squash-migrations'
import { publishRelease } from './release/publish'
import { runRelease } from './release/run-release'

const help = `npm run release -- [--dry-run | --publish | --squash-migrations [--sql FILE]]

  without options      checks, builds and pushes the images, and writes dist-release/
  --dry-run            the same, but pushes nothing, and lists what a release would refuse
  --publish            makes GitHub's release of the tag from dist-release/
  --squash-migrations  replaces all migrations by one that makes the same database;
                       --sql FILE: by the SQL of this file
`

async function main(args: string[]): Promise<number> {
  const options = readOptions(args)
  if (options.help) process.stdout.write(help)
  else if (options['squash-migrations']) await squash(options.sql)
  else if (options.publish) publishRelease(clone)
  else await runRelease({ clone, isDry: options['dry-run'] ?? false, env: process.env })
  return 0
}

function readOptions(args: string[]): {
  'dry-run'?: boolean
  publish?: boolean
  'squash-migrations'?: boolean
  sql?: string
  help?: boolean
} {
  try {
    const { values } = parseArgs({
      args,
      options: {
        'dry-run': { type: 'boolean' },
        publish: { type: 'boolean' },
        'squash-migrations': { type: 'boolean' },
        sql: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
    return values
  } catch (error) {
    throw new StackError(`${(error as Error).message}\n\n${help}`)
  }
}

async function squash(sqlFile: string | undefined): Promise<void> {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: clone, encoding: 'utf8' }).trim()
  const name = await squashMigrations({
    directory: path.join(clone, 'prisma/migrations'),
    version,
    commit,
    now: new Date(),
    ...(sqlFile !== undefined && { sql: readFileSync(sqlFile, 'utf8') }),
  })
  process.stdout.write(`prisma/migrations/${name} makes the same database as all before it. Commit it.\n`)
}

exitWith(main(process.argv.slice(2)))

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { Redis } from 'ioredis'
import { testVariable } from './test-environment'

const script = path.resolve(__dirname, '../../../infra/redis/users.sh')

/**
 * Makes a user of Redis with the rights that infra/redis/users.sh gives `user` (such as `pas_api`) below `prefix`;
 * resolves to the URL.
 */
export async function makeRedisUrlOf(user: string, prefix: string): Promise<string> {
  const url = new URL(testVariable('TEST_REDIS_URL'))
  const admin = new Redis(url.href)
  url.username = `${prefix}_${user}`
  url.password = randomBytes(12).toString('hex')
  const { stdout, stderr } = spawnSync('/bin/sh', [script], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      REDIS_PREFIX: prefix,
      [`REDIS_${user.replace('pas_', '').toUpperCase()}_PASSWORD`]: url.password,
    },
  })
  const [, ...rules] =
    stdout
      .split('\n')
      .find((line) => line.startsWith(`user ${user} `))
      ?.split(' ')
      .slice(1) ?? []
  if (rules.length === 0) throw new Error(`users.sh printed no user ${user}: ${stderr}`)
  try {
    await admin.call('ACL', 'SETUSER', url.username, 'reset', ...rules)
  } finally {
    admin.disconnect()
  }
  return url.href
}

import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { clone } from './clone'
import { StackError } from './progress'
import { storePath } from './supervised-process'

const script = path.join(clone, 'infra', 'redis', 'users.sh')

export type RedisUser =
  'pas_admin' | 'pas_auth' | 'pas_api' | 'pas_cli' | 'pas_worker' | `pas_worker_${string}`

/** REDIS_API_PASSWORD for `pas_api`. */
const passwordVariable = (user: string): string => `REDIS_${user.replace(/^pas_/, '').toUpperCase()}_PASSWORD`

/**
 * Lines of redis.conf: `default`, which no connection can have, and each user with its rights to keys below `prefix`.
 * Throws a `StackError` when the prefix cannot be part of a pattern.
 */
export function redisUsers(
  passwords: Readonly<Partial<Record<RedisUser, string>>>,
  prefix: string,
): string[] {
  const variables = Object.entries(passwords).map(([user, password]) => [passwordVariable(user), password])
  const { status, stdout, stderr, error } = spawnSync('/bin/sh', [script], {
    encoding: 'utf8',
    env: { PATH: storePath, REDIS_PREFIX: prefix, ...(Object.fromEntries(variables) as object) },
  })
  if (status !== 0)
    throw new StackError(error?.message ?? (stderr.trim() || `${script} ended with status ${status}`))
  return stdout.trim().split('\n')
}

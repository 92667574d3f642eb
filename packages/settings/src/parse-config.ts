import type { z } from 'zod'

/** Each problem says which variable to set, and how. */
export class ConfigError extends Error {
  override name = 'ConfigError'

  constructor(readonly problems: readonly string[]) {
    super(`The environment cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  }
}

/** An empty variable is not set. Throws one `ConfigError` that names all at fault. */
export function parseConfig<Schema extends z.ZodType>(schema: Schema, env: Readonly<Record<string, string | undefined>>): z.output<Schema> {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const result = schema.safeParse(set)
  if (result.success) return result.data
  throw new ConfigError(
    result.error.issues.map((issue) => {
      const name = issue.path.join('.') || 'environment'
      const missing = issue.code === 'invalid_type' && !(name in set)
      return missing ? `${name}: is required` : `${name}: ${issue.message}`
    }),
  )
}

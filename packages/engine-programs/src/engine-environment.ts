/** Allowlist of the environment variables that engines' programs get: the others hold secrets. */
const forEngines =
  /^(PATH|HOME|TMPDIR|LANG|LC_.*|TZ|LD_LIBRARY_PATH|FONTCONFIG_.*|XDG_(CACHE|CONFIG|DATA)_HOME|XDG_(CONFIG|DATA)_DIRS)$/

/** Whether an engine's program may get the variable of this name. */
export const isForEngines = (name: string): boolean => forEngines.test(name)

/** The part of an environment that an engine's program gets. */
export const engineEnvironment = (
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && isForEngines(name) ? [[name, value]] : [],
    ),
  )

/** An allowlist: the other variables hold secrets. */
const forEngines =
  /^(PATH|HOME|TMPDIR|LANG|LC_.*|TZ|LD_LIBRARY_PATH|FONTCONFIG_.*|XDG_(CACHE|CONFIG|DATA)_HOME|XDG_(CONFIG|DATA)_DIRS)$/

export const isForEngines = (name: string): boolean => forEngines.test(name)

export const engineEnvironment = (
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && isForEngines(name) ? [[name, value]] : [],
    ),
  )

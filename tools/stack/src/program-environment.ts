/** None is another program's secret. */
const forPrograms =
  /^(PATH|HOME|USER|LOGNAME|TMPDIR|TZ|LANG|LC_[A-Z]+|APT_CONFIG|(https?|ftp|all|no)_proxy|(HTTPS?|FTP|ALL|NO)_PROXY)$/

/** What a program of the system, such as apt-get, gets of an environment. */
export const programEnvironment = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => forPrograms.test(name)))

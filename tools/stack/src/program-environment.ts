/** Variables that programs of the system read, such as apt-get: none is another program's secret. */
const forPrograms =
  /^(PATH|HOME|USER|LOGNAME|TMPDIR|TZ|LANG|LC_[A-Z]+|APT_CONFIG|(https?|ftp|all|no)_proxy|(HTTPS?|FTP|ALL|NO)_PROXY)$/

/** The part of an environment, by default our own, that a program of the system gets when we start it. */
export const programEnvironment = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => forPrograms.test(name)))

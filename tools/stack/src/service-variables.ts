import { isForEngines } from '@pas/engine-programs/engine-environment'
import { namesReadBy } from '@pas/settings/all-settings'
import type { Service } from '@pas/settings/setting'

/** None is another program's secret, as NODE_AUTH_TOKEN would be. */
const ofEveryProcess =
  /^(PATH|HOME|USER|LOGNAME|TMPDIR|TZ|LANG|LC_[A-Z]+|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|OTEL_[A-Z_]+|PAS_STACK)$/

/**
 * What a service reads, and nothing else of the operator's shell; its AWS credentials only when the service has an S3
 * store.
 */
export function variablesFor(
  service: Service,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const own = namesReadBy(service)
  const usesS3 = own.has('STORAGE_URL') && env.STORAGE_URL?.startsWith('s3:') === true
  const ofPrograms = service === 'render-worker' ? isForEngines : () => false
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => {
      if (name.startsWith('AWS_')) return usesS3
      return own.has(name) || ofEveryProcess.test(name) || ofPrograms(name)
    }),
  )
}

import { z } from 'zod'
import { serviceNames, settings, type ValuesOf } from './setting'
import { onOff, wholeNumber } from './value-schemas'

export const storeSettings = {
  ...settings([...serviceNames, 'pas'], {
    DATABASE_URL: {
      schema: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// URL' }),
      about: 'Postgres. Workers, the board and the image service have roles of their own: pas_worker, pas_board, pas_images.',
      example: 'postgresql://pas:password@localhost:5432/pas',
      isSecret: true,
    },
  }),
  ...settings(serviceNames, {
    DATABASE_POOL: { schema: wholeNumber().default(10), about: 'The most connections to Postgres that a process opens.' },
  }),
  ...settings(['auth', 'api', 'render-worker', 'pas'], {
    REDIS_URL: {
      schema: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// URL' }),
      about: 'Redis. Where it has users (infra/redis/users.sh), each process its own: redis://pas_api:password@localhost:6379',
      example: 'redis://localhost:6379',
      isSecret: true,
    },
    REDIS_PREFIX: { schema: z.string().default('pas'), about: 'The prefix of all keys in Redis; keeps installations that share a Redis apart.' },
  }),
  ...settings(['auth', 'api', 'pas'], {
    RATES_REDIS_URL: {
      schema: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// URL' }).optional(),
      about: "A second Redis for the counters of auth's and api's limits, so that sign-ins need no Redis that workers reach; REDIS_URL if not set. auth then needs no REDIS_URL.",
      example: 'redis://localhost:6380',
      isSecret: true,
    },
  }),
}

/** `@pas/storage` parses STORAGE_URL. */
export const storageSettings = settings(['api', 'images', 'render-worker', 'pas'], {
  STORAGE_URL: { schema: z.string(), about: 'The object storage: file:///path, or s3://bucket/prefix with the variables below it.', example: 'file:///var/lib/pas/objects' },
  S3_ENDPOINT: {
    schema: z.url({ protocol: /^https?$/, error: 'must be the http or https URL of a server that speaks S3' }).optional(),
    about: 'The URL of an S3 server other than AWS.',
    example: 'https://minio.internal:9000',
  },
  S3_REGION: { schema: z.string().default('us-east-1'), about: 'The region of the bucket.' },
  S3_FORCE_PATH_STYLE: { schema: onOff.default(false), about: '1: the bucket is in the path instead of the host name, which most S3 servers other than AWS need.' },
  AWS_ACCESS_KEY_ID: { schema: z.string().optional(), about: "The key of the bucket. Without it, AWS's SDK looks for a role or a profile.", example: '' },
  AWS_SECRET_ACCESS_KEY: { schema: z.string().optional(), about: 'The secret of this key.', example: '', isSecret: true },
})

type StoreValues = ValuesOf<typeof storeSettings>
export type StorageValues = ValuesOf<typeof storageSettings>

export function checkStorage({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }: Pick<StorageValues, 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY'>, context: z.RefinementCtx): void {
  const report = (name: string, other: string): void => context.addIssue({ code: 'custom', path: [name], message: `is required when ${other} is set` })
  if (AWS_ACCESS_KEY_ID && !AWS_SECRET_ACCESS_KEY) report('AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID')
  if (AWS_SECRET_ACCESS_KEY && !AWS_ACCESS_KEY_ID) report('AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY')
}

export const databaseConfig = (values: Pick<StoreValues, 'DATABASE_URL' | 'DATABASE_POOL'>) => ({
  url: values.DATABASE_URL,
  poolMax: values.DATABASE_POOL,
})

export const redisConfig = (values: Pick<StoreValues, 'REDIS_URL' | 'REDIS_PREFIX'>) => ({
  url: values.REDIS_URL,
  prefix: values.REDIS_PREFIX,
})

/** `variable`: the name of the variable that `url` comes from, for error messages. */
export const ratesConfig = (values: { REDIS_URL?: string | undefined; RATES_REDIS_URL?: string | undefined; REDIS_PREFIX: string }) => ({
  url: values.RATES_REDIS_URL ?? values.REDIS_URL ?? '',
  prefix: values.REDIS_PREFIX,
  variable: values.RATES_REDIS_URL === undefined ? 'REDIS_URL' : 'RATES_REDIS_URL',
})

export function checkRates({ REDIS_URL, RATES_REDIS_URL }: { REDIS_URL?: string | undefined; RATES_REDIS_URL?: string | undefined }, context: z.RefinementCtx): void {
  if (REDIS_URL === undefined && RATES_REDIS_URL === undefined) context.addIssue({ code: 'custom', path: ['REDIS_URL'], message: 'is required unless RATES_REDIS_URL is set' })
}

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { createBucket } from '@pas/storage/create-bucket'
import { openStorage } from '@pas/storage/open-storage'
import { readStorageConfig } from '@pas/storage/storage-config'
import type { Storage } from '@pas/storage/storage'
import { clone } from '@pas/stack/clone'
import { progress, StackError } from '@pas/stack/progress'
import { makeDemo } from '@pas/stack/demo'
import { readStackOptions } from '@pas/stack/stack-options'
import { startStack } from '@pas/stack/start-stack'
import { startSwift } from './swift-server'
import { exitWith } from '@pas/stack/exit-with'

/**
 * `npm run test:s3`: runs the storage contract's tests, then one preview, against a local OpenStack Swift, or the
 * server of S3_ENDPOINT, in the bucket of STORAGE_URL (`s3://pas-test` by default). Deletes what it stored, also when
 * it fails.
 */
async function main(env: NodeJS.ProcessEnv): Promise<number> {
  // Turns off the AWS SDK's warning about Node's version, here and in the processes started from here.
  env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => {
      stopping.abort(new StackError(`stopped by ${name}`))
    })
  if (!env.S3_ENDPOINT) progress('starting OpenStack Swift with s3api')
  const server = env.S3_ENDPOINT ? null : await startSwift(env, stopping.signal)
  try {
    await testServer({ ...env, ...server?.env }, stopping.signal)
  } finally {
    await server?.stop()
  }
  progress('the S3 leg passed')
  return 0
}

async function testServer(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  const bucketUrl = env.STORAGE_URL?.startsWith('s3://')
    ? env.STORAGE_URL.replace(/(?<!\/)\/+$/, '')
    : 's3://pas-test'
  const runName = `run-${randomBytes(6).toString('hex')}`
  const runEnv = { ...env, STORAGE_URL: `${bucketUrl}/${runName}`, TEST_S3_URL: `${bucketUrl}/${runName}` }
  const config = readStorageConfig(runEnv)
  if (config.kind !== 's3')
    throw new StackError(`STORAGE_URL ${bucketUrl} names no S3 bucket: set s3://<bucket>`)
  await createBucket(config)
  const whole = openStorage({ ...config, prefix: config.prefix.split('/').slice(0, -1).join('/') })
  const run = openStorage(config)
  try {
    progress(`the storage contract, against ${config.endpoint ?? 'AWS'}`)
    await runJest('packages/storage/tests/storage-contract.test.ts', runEnv, signal)
    progress('a preview through the whole stack')
    await previewThroughStack(runEnv, run, signal)
  } finally {
    await whole.deletePrefix(`${runName}/`)
    run.close()
    whole.close()
  }
}

/**
 * Draws the demo email by a whole stack and checks that its picture is in storage. In a home of its own, beside `npm
 * start`; the home is kept, so that the next run downloads nothing again.
 */
async function previewThroughStack(
  env: NodeJS.ProcessEnv,
  storage: Storage,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const own = { ...env, PAS_HOME: path.join('.run', 's3'), PAS_PORT_BASE: env.PAS_PORT_BASE ?? '28443' }
  const stack = startStack(readStackOptions(['--engines', 'chromium'], own, clone), clone, makeDemo)
  const stop = (): void => void stack.stop()
  signal.addEventListener('abort', stop)
  try {
    await stack.ready
    for await (const { key } of storage.list('captures/')) {
      progress(`the picture is in the bucket: ${key}`)
      return
    }
    throw new StackError('the bucket has no picture of the demo email')
  } finally {
    signal.removeEventListener('abort', stop)
    await stack.stop()
  }
}

async function runJest(testFile: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const jest = path.join(clone, 'node_modules', 'jest', 'bin', 'jest.js')
  const child = spawn(process.execPath, [jest, '--ci', testFile], {
    cwd: clone,
    env,
    stdio: 'inherit',
    signal,
  })
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => {
      reject(signal.aborted ? (signal.reason as Error) : error)
    })
    child.once('exit', resolve)
  })
  if (exitCode !== 0) throw new StackError(`${testFile} failed`)
}

exitWith(main(process.env))

import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import https from 'node:https'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import type { Storage } from '@pas/storage/storage'
import { z } from 'zod'
import { progress, StackError } from '@pas/stack/progress'

const readyTimeoutMs = 600_000
const stopGraceMs = 60_000
const emailClientCode = 'CHROMEGMAILNEW'

/** The part of `stack.json` that a caller needs. */
const stackFile = z.object({
  instant_url: z.string(),
  ca_file: z.string(),
  demo: z.object({ api_key: z.string() }),
})

/**
 * Starts the stack with `env`, creates an email as a partner's backend does, requests its preview as a browser does,
 * and checks that the picture it gets is the object in storage. `storage` has to be the one that `env.STORAGE_URL`
 * names. Rejects with a `StackError` when a status or the picture is not as expected.
 */
export async function previewThroughStack({
  root,
  env,
  storage,
  signal,
}: {
  root: string
  env: NodeJS.ProcessEnv
  storage: Storage
  signal: AbortSignal
}): Promise<void> {
  signal.throwIfAborted()
  // Not the home of `npm start`, which may be running. It is not deleted afterwards, so that the next run downloads
  // nothing again.
  const home = path.join(root, '.run', 's3')
  const child = spawn(process.execPath, [path.join(root, 'bin', 'start.mjs'), '--engines', 'chromium'], {
    cwd: root,
    env: { ...env, PAS_HOME: home, PAS_PORT_BASE: env.PAS_PORT_BASE ?? '28443' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = (): boolean => child.kill('SIGINT')
  signal.addEventListener('abort', stop)
  try {
    await untilReady(child)
    const stack = stackFile.parse(JSON.parse(readFileSync(path.join(home, 'stack.json'), 'utf8')))
    await takeEmailToPicture(stack, storage)
  } finally {
    signal.removeEventListener('abort', stop)
    await stopStack(child)
  }
}

async function takeEmailToPicture(stack: z.infer<typeof stackFile>, storage: Storage): Promise<void> {
  const ca = readFileSync(stack.ca_file)
  const created = await ask(`${stack.instant_url}/emails`, ca, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Basic ${Buffer.from(`${stack.demo.api_key}:`).toString('base64')}`,
    },
    body: JSON.stringify({ html_text: '<h1 style="color: #c00">Kept in a bucket</h1>' }),
  })
  expectStatus(created, 200, 'POST /emails')
  const { email_guid: guid } = z.object({ email_guid: z.uuid() }).parse(JSON.parse(created.body.toString()))

  const preview = await ask(`${stack.instant_url}/emails/${guid}/previews/${emailClientCode}/full`, ca)
  expectStatus(preview, 301, 'GET of the preview')
  const picture = await ask(preview.location, ca)
  expectStatus(picture, 200, 'GET of the picture')

  const key = new URL(preview.location).pathname.slice(1)
  const stored = await storage.get(key)
  if (!stored?.body.equals(picture.body))
    throw new StackError(`the picture differs from the object ${key} in the bucket`)
  if (!stored.body.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')))
    throw new StackError(`the object ${key} in the bucket is not a PNG`)
  progress(`the picture came from the bucket: ${picture.body.byteLength} bytes at ${key}`)
}

interface Answer {
  status: number
  location: string
  body: Buffer
}

function expectStatus(answer: Answer, status: number, what: string): void {
  if (answer.status !== status)
    throw new StackError(
      `${what} answered ${answer.status} instead of ${status}: ${answer.body.toString().slice(0, 500)}`,
    )
}

function ask(
  url: string,
  ca: Buffer,
  { body, ...options }: https.RequestOptions & { body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = https.request(url, { ...options, ca }, (response) => {
      const { statusCode: status = 0, headers } = response
      buffer(response).then((bytes) => {
        resolve({ status, location: headers.location ?? '', body: bytes })
      }, reject)
    })
    request.once('error', reject)
    request.end(body)
  })
}

async function untilReady(child: ChildProcess): Promise<void> {
  const { stdout } = child
  if (!stdout) throw new StackError('the stack has no standard output')
  const lines = createInterface({ input: stdout })
  let timer: NodeJS.Timeout | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => {
        reject(new StackError(`the stack was not ready after ${readyTimeoutMs / 1000} s`))
      }, readyTimeoutMs)
      child.once('error', reject)
      child.once('exit', (code) => {
        reject(new StackError(`the stack ended with ${code} before it was ready`))
      })
      lines.on('line', (line) => {
        process.stdout.write(`          ${line}\n`)
        if (line.trim() === 'ready') resolve()
      })
    })
  } finally {
    clearTimeout(timer)
  }
}

async function stopStack(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  const killing = setTimeout(() => child.kill('SIGKILL'), stopGraceMs)
  await exited
  clearTimeout(killing)
}

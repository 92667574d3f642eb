import { createHash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * An S3 server that a test can make fail: one bucket in memory; PUT, GET (ranges, If-Match), DELETE, ListObjectsV2; no
 * signatures checked.
 */
export interface S3StandIn {
  variables: Record<string, string>
  config: S3StandInConfig
  /** Delays every request by `afterMs`, and answers with `status` if given; null: normally again. */
  fail(how: { status?: 403 | 500 | 503 | 507; afterMs?: number } | null): void
  /** Refuses as a server whose quota is used up; null: takes them again. */
  refusePut(error: { status: number; code: string; message?: string } | null): void
  /** Breaks off the next `count` answers to GET in the middle. */
  breakOff(count: number): void
  close(): Promise<void>
}

interface S3StandInConfig {
  kind: 's3'
  bucket: string
  prefix: string
  endpoint: string
  region: string
  forcePathStyle: true
  credentials: { accessKeyId: string; secretAccessKey: string }
}

const codes = {
  403: 'AccessDenied',
  500: 'InternalError',
  503: 'SlowDown',
  507: 'XMinioStorageFull',
} as const

export interface S3Request {
  accessKeyId: string
  action: 's3:PutObject' | 's3:DeleteObject' | 's3:ListBucket' | 's3:GetObject'
  /** ARN of the object, or of the bucket. */
  resource: string
}

export async function startS3StandIn(
  isAllowed: (request: S3Request) => boolean = () => true,
): Promise<S3StandIn> {
  const objects = new Map<string, { body: Buffer; etag: string; contentType: string; writtenAt: Date }>()
  let failure: Parameters<S3StandIn['fail']>[0] = null
  let putRefusal: Parameters<S3StandIn['refusePut']>[0] = null
  let answersToBreak = 0

  const server = http.createServer((req, res) => {
    void (async () => {
      const body = await buffer(req)
      if (failure?.afterMs) await new Promise((resolve) => setTimeout(resolve, failure?.afterMs))
      if (failure?.status) sendError(res, failure.status, codes[failure.status])
      else answer(req, body, res)
    })()
  })

  function answer(req: http.IncomingMessage, body: Buffer, res: http.ServerResponse): void {
    const url = new URL(req.url ?? '', 'http://s3')
    const [, bucket = '', ...segments] = url.pathname.split('/')
    const key = decodeURIComponent(segments.join('/'))
    const request = requestOf(req, url, bucket, key)
    if (!isAllowed(request)) {
      const why = `User: arn:aws:iam::1:user/${request.accessKeyId} is not authorized to perform: ${request.action} on resource: "${request.resource}"`
      sendError(res, 403, 'AccessDenied', why)
      return
    }
    if (req.method === 'PUT' && putRefusal) {
      sendError(res, putRefusal.status, putRefusal.code, putRefusal.message)
    } else if (req.method === 'PUT') {
      const contentType = req.headers['content-type'] ?? 'application/octet-stream'
      const etag = `"${createHash('md5').update(body).digest('hex')}"`
      objects.set(key, { body, etag, contentType, writtenAt: new Date() })
      res.setHeader('ETag', etag).end()
    } else if (req.method === 'DELETE') {
      objects.delete(key)
      res.writeHead(204).end()
    } else if (url.searchParams.get('list-type') === '2') {
      res.setHeader('Content-Type', 'application/xml')
      res.end(listAsXml(url.searchParams.get('prefix') ?? ''))
    } else {
      const object = objects.get(key)
      if (!object) return sendError(res, 404, 'NoSuchKey')
      const { etag } = object
      if ((req.headers['if-match'] ?? etag) !== etag) return sendError(res, 412, 'PreconditionFailed')
      const range = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? '')
      const start = Number(range?.[1] ?? 0)
      if (range && start >= object.body.byteLength) return sendError(res, 416, 'InvalidRange')
      const part = object.body.subarray(start, range ? Number(range[2]) + 1 : undefined)
      res.setHeader('ETag', etag).setHeader('Content-Type', object.contentType)
      res.setHeader('Content-Length', part.byteLength)
      if (range)
        res
          .writeHead(206, {
            'Content-Range': `bytes ${start}-${start + part.byteLength - 1}/${object.body.byteLength}`,
          })
          .flushHeaders()
      if (answersToBreak > 0) {
        answersToBreak--
        res.write(part.subarray(0, part.byteLength / 2), () => res.destroy())
      } else res.end(part)
    }
  }

  const listAsXml = (prefix: string): string => {
    const listed = [...objects].filter(([key]) => key.startsWith(prefix))
    const contents = listed.map(
      ([key, { writtenAt, body, etag }]) =>
        `<Contents><Key>${key}</Key><LastModified>${writtenAt.toISOString()}</LastModified><ETag>${etag}</ETag><Size>${body.byteLength}</Size></Contents>`,
    )
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const config: S3StandInConfig = {
    kind: 's3',
    bucket: 'faults',
    prefix: 'objects',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'faults', secretAccessKey: 'only-for-this-test' },
  }
  return {
    config,
    variables: {
      STORAGE_URL: `s3://${config.bucket}/${config.prefix}`,
      S3_ENDPOINT: config.endpoint,
      S3_FORCE_PATH_STYLE: '1',
      AWS_ACCESS_KEY_ID: config.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: config.credentials.secretAccessKey,
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    },
    fail: (how) => {
      failure = how
    },
    refusePut: (error) => {
      putRefusal = error
    },
    breakOff: (count) => {
      answersToBreak = count
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => {
          resolve()
        })
      }),
  }
}

const actions = { PUT: 's3:PutObject', DELETE: 's3:DeleteObject' } as const

function requestOf(req: http.IncomingMessage, url: URL, bucket: string, key: string): S3Request {
  const [, accessKeyId = ''] = /Credential=([^/]+)/.exec(req.headers.authorization ?? '') ?? []
  if (url.searchParams.get('list-type') === '2')
    return { accessKeyId, action: 's3:ListBucket', resource: `arn:aws:s3:::${bucket}` }
  const action = req.method === 'PUT' || req.method === 'DELETE' ? actions[req.method] : 's3:GetObject'
  return { accessKeyId, action, resource: `arn:aws:s3:::${bucket}/${key}` }
}

function sendError(res: http.ServerResponse, status: number, code: string, message = code): void {
  res.writeHead(status, { 'Content-Type': 'application/xml' })
  res.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`)
}

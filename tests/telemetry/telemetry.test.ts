import { randomUUID } from 'node:crypto'
import { isLongRun, itInLongRun } from '@pas/testing/long-run'
import { until } from '@pas/testing/until'
import { promtoolComplaints, startPrometheus, type TestPrometheus } from './prometheus'
import { alerts, dashboardQuestions, type Question } from './questions'
import { openTelemetryStage, type TelemetryStage } from './telemetry-stage'
import type { ReceivedSpan } from './trace-receiver'
import { chainOf, traceTree } from './trace-tree'

const emailText = 'Zwetschgenknoedel at half price'
const strangersTrace = '11111111111111111111111111111111'
const previewRoute = 'GET /emails/:emailGuid/previews/:emailClient/full'

describe('the telemetry of the four services', () => {
  let stage: TelemetryStage
  let guid: string
  let imageToken: string

  beforeAll(async () => {
    stage = await openTelemetryStage()
    guid = await stage.postEmail(`<h1>${emailText}</h1>`)
    const path = 'CHROMEGMAILNEW/full?fallback_url=https%3A%2F%2Fwhere.test%2Fgone.png'
    const [first, second] = await Promise.all([
      stage.getPreview(guid, path, {
        traceparent: `00-${strangersTrace}-2222222222222222-01`,
        baggage: 'what=somebody-wrote',
      }),
      stage.getPreview(guid, path),
    ])
    expect([first.status, second.status]).toEqual([301, 301])
    imageToken = /captures\/([^/]+)\//.exec(first.headers.get('location') ?? '')?.[1] ?? ''
    const thumbnail = `${stage.processes.images.url}/captures/${imageToken}/thumb.png`
    await fetch(thumbnail, { headers: { 'X-Forwarded-Proto': 'https' } })
    // Refused: no worker serves WebKit here, and the email does not exist.
    expect((await stage.getPreview(guid, 'APPMAIL14/full')).status).toBe(503)
    expect((await stage.getPreview(randomUUID(), 'PLAINTEXT')).status).toBe(404)
    await stage.exchangeCodes()
    await stage.failToSignIn()
    await stage.loseCapture(guid)
  }, 60_000)
  afterAll(() => stage?.close())

  describe('traces', () => {
    let spans: readonly ReceivedSpan[]
    let requests: readonly ReceivedSpan[]
    const traceOf = ({ traceId }: ReceivedSpan): ReceivedSpan[] =>
      spans.filter((span) => span.traceId === traceId)

    beforeAll(async () => {
      const { receiver } = stage
      const hasFailed = (): boolean =>
        receiver.spans.some(({ attributes }) => attributes['pas.outcome'] === 'unsupported_document')
      const names = ['POST /oauth/token', 'GET /captures/:imageToken/thumb.png', 'process capture-chromium']
      await until(
        () => hasFailed() && names.every((name) => receiver.spans.some((span) => span.name === name)),
      )
      spans = [...receiver.spans]
      requests = spans.filter(({ name }) => name === previewRoute)
    })

    it('lead from the request of a preview through the queue to the engine and storage', () => {
      const asking = requests.find((request) =>
        traceOf(request).some(({ name }) => name.startsWith('process')),
      )
      const trace = asking ? traceOf(asking) : []
      for (const step of ['load email', 'emulate', 'draw', 'store', 'record']) {
        const span = trace.find(({ name, service }) => name === step && service === 'render-worker')
        expect(span && chainOf(trace, span)).toEqual([
          previewRoute,
          'addBulk capture-chromium',
          'process capture-chromium',
          'capture',
          step,
        ])
      }
      const draw = trace.find(({ name }) => name === 'draw')
      expect(draw?.attributes).toMatchObject({
        'pas.engine': 'chromium',
        'pas.engine_version': expect.stringMatching(/Chrom/) as string,
      })
      if (isLongRun) console.log(traceTree(trace))
    })

    it('of a request that joins a running capture name the preview that it waits for', () => {
      const waits = requests
        .slice(0, 2)
        .map((request) => traceOf(request).find(({ name }) => name === 'wait for capture'))
      expect(waits.map((wait) => wait?.traceId)).toHaveLength(
        new Set(waits.map((wait) => wait?.traceId)).size,
      )
      const captures = spans.filter(({ name }) => name === 'capture')
      for (const wait of waits) {
        const previewId = wait?.attributes['pas.preview_id']
        expect(captures.map(({ attributes }) => attributes['pas.preview_id'])).toContain(previewId)
      }
    })

    it('all begin with a request or a job of ours, and continue no trace that a caller names', () => {
      const roots = spans.filter(({ parentSpanId }) => parentSpanId === null)
      expect(roots.filter(({ name }) => !/^(GET|POST|addBulk|process) /.test(name))).toEqual([])
      expect(spans.map(({ traceId }) => traceId)).not.toContain(strangersTrace)
      expect(new Set(spans.map(({ service }) => service))).toEqual(
        new Set(['auth', 'api', 'images', 'render-worker']),
      )
    })

    it('contain no address, key or token, nothing of an email and nothing that a caller chose', () => {
      const sent = stage.receiver.text()
      expect(sent).toContain(previewRoute)
      const secrets = { guid, imageToken, key: stage.services.apiKey, emailText, password: 'a guess' }
      const others = ['where.test', 'picture-of-an-email', 'somebody-wrote', 'telemetry.test', 'NOSUCHCLIENT']
      for (const secret of [...Object.values(secrets), ...others]) expect(sent).not.toContain(secret)
    })
  })

  describe('log lines', () => {
    const lines = (): Record<string, unknown>[] =>
      Object.values(stage.processes).flatMap(({ output }) =>
        output()
          .split('\n')
          .filter((line) => line.startsWith('{'))
          .map((line) => JSON.parse(line) as Record<string, unknown>),
      )

    it('have the id of the trace to which they belong', async () => {
      const traced = (msg: string): string[] =>
        lines().flatMap((line) =>
          line.msg === msg && typeof line.trace_id === 'string' ? [line.trace_id] : [],
        )
      const captures = stage.receiver.spans.filter(({ name }) => name === 'process capture-chromium')
      // A request's line is written after its capture's, which another request may have begun.
      await until(() =>
        captures.some(({ traceId }) =>
          ['capture ended', 'request'].every((msg) => traced(msg).includes(traceId)),
        ),
      )
    })

    it('contain no address, key or token and nothing of an email', () => {
      const output = Object.values(stage.processes)
        .map((process) => process.output())
        .join('\n')
      const { apiKey } = stage.services
      for (const secret of [imageToken, apiKey, emailText, 'picture-of-an-email', 'where.test'])
        expect(output).not.toContain(secret)
    })
  })

  const metricsOf = async (name: keyof TelemetryStage['metricTargets']): Promise<string> =>
    (
      await fetch(`http://${stage.metricTargets[name]}/metrics`, { signal: AbortSignal.timeout(5_000) })
    ).text()

  it('a request whose caller hangs up is 499 in trace, log and metrics, and does not count as refused', async () => {
    await stage.hangUp(guid, 'PLAINTEXT')
    const route = '/emails/:emailGuid/previews/:emailClient'
    const logged = (): boolean => stage.processes.api.output().includes('"status":499,"answered":false')
    const traced = (): boolean =>
      stage.receiver.spans.some(
        ({ name, attributes }) => name === `GET ${route}` && attributes['http.response.status_code'] === 499,
      )
    await until(() => logged() && traced())
    const metrics = await metricsOf('api')
    expect(metrics).toContain(`route="${route}",status="499"`)
    expect(metrics).not.toContain('code="capture_timeout"')
    expect(stage.processes.api.output()).not.toContain('"code":"capture_timeout"')
  })

  it('an event stream is 200 however it ends, and is measured until it begins', async () => {
    const reading = new AbortController()
    const openedAt = performance.now()
    const response = await fetch(`${stage.processes.api.url}/v1/emails/${guid}/events`, {
      headers: { 'X-Forwarded-Proto': 'https', Accept: 'text/event-stream' },
      signal: reading.signal,
    })
    await response.body?.getReader().read()
    const beganMs = performance.now() - openedAt
    // Something that takes time meanwhile.
    await stage.postEmail('<p>another</p>')
    reading.abort()
    const labels = 'method="GET",route="/emails/:emailGuid/events"'
    let metrics = ''
    await until(async () => (metrics = await metricsOf('api')).includes(labels))
    expect(metrics).not.toContain(`${labels},status="499"`)
    const [, seconds] =
      new RegExp(`duration_seconds_sum\\{[^}]*${labels},status="200"[^}]*\\} (\\S+)`).exec(metrics) ?? []
    expect(Number(seconds) * 1000).toBeLessThan(beganMs)
  })

  itInLongRun(
    'metrics are served in seconds while a lock blocks the query that counts waiting captures',
    () =>
      stage.services.database.db.$transaction(
        async (locking) => {
          await locking.$executeRaw`LOCK TABLE previews IN ACCESS EXCLUSIVE MODE`
          let metrics: string
          // The last figure is served for a while before it becomes NaN.
          do metrics = await metricsOf('api')
          while (!/^pas_captures_oldest_wait_seconds\{[^}]*engine="text"[^}]*\} NaN/m.test(metrics))
          expect(metrics).toContain('pas_http_request_duration_seconds_count{')
        },
        { timeout: 25_000 },
      ),
  )

  const tools = process.env.TEST_PROMETHEUS
  const describeMetrics = tools ? describe : describe.skip
  const why = tools ? '' : " (skipped: Debian's prometheus is not on PATH and could not be downloaded)"
  describeMetrics(`metrics, asked by Prometheus${why}`, () => {
    let prometheus: TestPrometheus
    const folder = String(tools)
    /**
     * Metrics that do not exist here: those that exist only once a picture is lost, an alert fires or a backup ends,
     * and those of exporters that do not run. alerts.promtool.yml has the alerts that use them.
     */
    const isRightlyEmpty = ({ query }: Question): boolean =>
      /pas_images_lost_pictures_total|^ALERTS|^time\(\) - max\(pas_backup|\b(node_filesystem|probe)_\w+/.test(
        query,
      )

    beforeAll(async () => {
      prometheus = await startPrometheus(folder, stage.metricTargets)
    })
    afterAll(() => prometheus.close())

    const unanswered = async (questions: readonly Question[]): Promise<string[]> => {
      const answers = await Promise.all(questions.map(({ query }) => prometheus.ask(query)))
      return questions.flatMap(({ name, query }, index) => {
        const answer = answers[index]
        if (answer && 'error' in answer) return [`${name}: ${query}: ${answer.error}`]
        return answer?.samples === 0 ? [`${name}: ${query}: no sample`] : []
      })
    }
    const expectAnswers = async (questions: readonly Question[]): Promise<void> => {
      await until('every query has an answer', async () => {
        const left = await unanswered(questions.filter((question) => !isRightlyEmpty(question)))
        return [left.length === 0, left]
      })
    }

    it('answer every query of the dashboard', async () => {
      await expectAnswers(dashboardQuestions())
      const empty = dashboardQuestions().filter(isRightlyEmpty)
      expect((await Promise.all(empty.map(({ query }) => prometheus.ask(query)))).flat()).toEqual(
        empty.map(() => ({ samples: 0 })),
      )
    })

    it('answer every query of the alerts, which fire in trouble and not at rest', async () => {
      expect(promtoolComplaints(folder)).toBe('')
      await expectAnswers(alerts().map(({ name, asked }) => ({ name, query: asked })))
    })

    it('have alerts that each have a summary and a runbook', () => {
      for (const { name, summary, runbook } of alerts()) {
        const anchor = name.replace(/(?<=.)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()
        expect([summary.length > 10, runbook]).toEqual([true, `docs/operations.md#alert-${anchor}`])
      }
    })

    it('have labels of closed lists only', async () => {
      const names = ['auth', 'api', 'images', 'render-worker'] as const
      const texts = await Promise.all(names.map(metricsOf))
      for (const secret of [guid, imageToken, stage.services.apiKey, 'where.test', 'NOSUCHCLIENT'])
        expect(texts.join('\n')).not.toContain(secret)
      expect(texts.join('\n')).toContain('route="/emails/:emailGuid/previews/:emailClient/full"')
    })
  })
})

import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createTestFolder } from '@pas/testing/test-folder'
import { parse, stringify } from 'yaml'
import { freePort } from '../e2e/start-services'

const infra = path.resolve(__dirname, '../../infra/prometheus')

/** Prometheus's answer to a query: how many samples, or its error. */
type Answer = { samples: number } | { error: string }

/** A running Prometheus with our rules, which scrapes the test's processes. */
export interface TestPrometheus {
  ask(query: string): Promise<Answer>
  close(): Promise<void>
}

/**
 * Starts Debian's Prometheus. `folder` holds the programs `prometheus` and `promtool`; `targets` are `host:port`, by
 * the name of the job in infra/prometheus/prometheus.yml.
 */
export async function startPrometheus(
  folder: string,
  targets: Readonly<Record<string, string>>,
): Promise<TestPrometheus> {
  const data = await createTestFolder()
  const place = new URL(data.url).pathname
  const port = await freePort()
  const configFile = path.join(place, 'prometheus.yml')
  writeFileSync(configFile, stringify(configFor(targets)))
  const child = spawn(
    path.join(folder, 'prometheus'),
    [
      `--config.file=${configFile}`,
      `--storage.tsdb.path=${path.join(place, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    { stdio: 'ignore' },
  )
  const url = `http://127.0.0.1:${port}`
  await untilReady(url, child)
  return {
    ask: async (query) => {
      const response = await fetch(`${url}/api/v1/query`, {
        method: 'POST',
        body: new URLSearchParams({ query }),
      })
      const answer = (await response.json()) as { data?: { result: unknown[] }; error?: string }
      return answer.data ? { samples: answer.data.result.length } : { error: String(answer.error) }
    },
    close: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await data.close()
    },
  }
}

/**
 * What promtool reports against the operators' configuration, or against when the alerts fire; empty when all is well.
 */
export function promtoolComplaints(folder: string): string {
  const checks = [
    ['check', 'config', path.join(infra, 'prometheus.yml')],
    ['test', 'rules', path.join(__dirname, 'alerts.promtool.yml')],
  ]
  return checks
    .map((args) => spawnSync(path.join(folder, 'promtool'), args, { encoding: 'utf8' }))
    .map(({ status, stdout, stderr }) => (status === 0 ? '' : `${stdout}${stderr}`))
    .join('')
}

/** The operators' own configuration, with the test's targets and shorter intervals. */
function configFor(targets: Readonly<Record<string, string>>): object {
  const config = parse(readFileSync(path.join(infra, 'prometheus.yml'), 'utf8')) as {
    global: object
    scrape_configs: { job_name: string }[]
  }
  return {
    ...config,
    global: { scrape_interval: '500ms', scrape_timeout: '500ms', evaluation_interval: '1s' },
    rule_files: [path.join(infra, 'alerts.yml')],
    scrape_configs: config.scrape_configs
      .filter(({ job_name }) => job_name in targets)
      .map(({ job_name }) => ({ job_name, static_configs: [{ targets: [targets[job_name]] }] })),
  }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`prometheus ended with ${child.exitCode}`)
    const isReady = await fetch(`${url}/-/ready`).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

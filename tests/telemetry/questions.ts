import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'

const infra = path.resolve(__dirname, '../../infra')

/** A query that a dashboard or an alert sends to Prometheus. */
export interface Question {
  /** The panel's title or the alert's name. */
  name: string
  query: string
}

interface Panel {
  title: string
  targets?: { expr: string }[]
}

/** Every query of the dashboard, with 1m in place of Grafana's `$__rate_interval`. */
export function dashboardQuestions(): Question[] {
  const { panels } = JSON.parse(readFileSync(path.join(infra, 'grafana/dashboards/pas.json'), 'utf8')) as {
    panels: Panel[]
  }
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ name: title, query: expr.replaceAll('$__rate_interval', '1m') })),
  )
}

/** An alert of infra/prometheus/alerts.yml. */
export interface Alert extends Question {
  /** The query with `bool` comparisons, which answers 0 or 1 instead of nothing when the alert does not fire. */
  asked: string
  summary: string
  runbook: string
}

/** Reads all alerts of infra/prometheus/alerts.yml. */
export function alerts(): Alert[] {
  const { groups } = parse(readFileSync(path.join(infra, 'prometheus/alerts.yml'), 'utf8')) as {
    groups: { rules: { alert: string; expr: string; annotations: { summary: string; runbook: string } }[] }[]
  }
  return groups
    .flatMap(({ rules }) => rules)
    .map(({ alert, expr, annotations }) => ({
      name: alert,
      query: expr,
      asked: expr.replace(/ ([<>]) (?=[\d.])/g, ' $1 bool '),
      ...annotations,
    }))
}

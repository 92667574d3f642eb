import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'

const infra = path.resolve(__dirname, '../../infra')

/** A question that a dashboard or an alert asks of Prometheus. */
export interface Question {
  /** The panel's title or the alert's name. */
  name: string
  query: string
}

interface Panel {
  title: string
  targets?: { expr: string }[]
}

/** Every query of the dashboard, with an interval for Grafana's own variable. */
export function dashboardQuestions(): Question[] {
  const { panels } = JSON.parse(readFileSync(path.join(infra, 'grafana/dashboards/pas.json'), 'utf8')) as {
    panels: Panel[]
  }
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ name: title, query: expr.replaceAll('$__rate_interval', '1m') })),
  )
}

export interface Alert extends Question {
  /** What it compares, as 0 or 1: there is an answer whether it fires or not. */
  asked: string
  summary: string
  runbook: string
}

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

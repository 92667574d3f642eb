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

/** A panel of the dashboard, as Grafana stores it. */
export interface Panel {
  type: string
  title: string
  description?: string
  fieldConfig: {
    defaults: { thresholds?: { steps: { color: string; value: number | null }[] } }
  }
  targets?: { expr: string }[]
}

interface Dashboard {
  panels: Panel[]
  annotations: { list: { name: string; expr: string }[] }
  templating: { list: { name: string; definition: string }[] }
}

const readDashboard = (): Dashboard =>
  JSON.parse(readFileSync(path.join(infra, 'grafana/dashboards/pas.json'), 'utf8')) as Dashboard

/** The panels of the dashboard in their order, without the titles of its rows unless `withRows`. */
export const dashboardPanels = ({ withRows = false } = {}): Panel[] =>
  readDashboard().panels.filter(({ type }) => withRows || type !== 'row')

/**
 * Every query of the dashboard: of its panels, its annotations and its variables, with 1m in place of Grafana's
 * `$__rate_interval` and all values of each variable.
 */
export function dashboardQuestions(): Question[] {
  const { annotations, templating } = readDashboard()
  const questions = [
    ...dashboardPanels().flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ name: title, query: expr })),
    ),
    ...annotations.list.map(({ name, expr }) => ({ name, query: expr })),
    // `label_values(series, label)` is Grafana's: here the series themselves are asked for.
    ...templating.list.map(({ name, definition }) => ({
      name,
      query: definition.replace(/^label_values\((.*), \w+\)$/s, '$1'),
    })),
  ]
  const variables = templating.list.map(({ name }) => name)
  return questions.map(({ name, query }) => ({
    name,
    query: variables.reduce(
      (text, variable) => text.replaceAll(`$${variable}`, '.*'),
      query.replaceAll('$__rate_interval', '1m'),
    ),
  }))
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

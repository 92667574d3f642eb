import { parse, stringify } from 'yaml'

const header = `# Generated from infra/prometheus/alerts.yml by \`npm run generate:alerts\`; a test fails when it is out of date.
`

export const renderPrometheusRule = (alerts: string): string =>
  header +
  stringify(
    {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'PrometheusRule',
      metadata: { name: 'pas' },
      spec: parse(alerts) as unknown,
    },
    { lineWidth: 0 },
  )

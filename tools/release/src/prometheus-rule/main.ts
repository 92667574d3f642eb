import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { clone } from '@pas/stack/clone'
import { renderPrometheusRule } from './render-prometheus-rule'

/*
 * `npm run generate:alerts`: writes the alerts of infra/prometheus/alerts.yml as the Prometheus Operator's object, for
 * clusters. A test compares the two.
 */
const infra = path.join(clone, 'infra')
writeFileSync(
  path.join(infra, 'k8s/components/prometheus-operator/rules.yaml'),
  renderPrometheusRule(readFileSync(path.join(infra, 'prometheus/alerts.yml'), 'utf8')),
)

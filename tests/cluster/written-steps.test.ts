import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAllDocuments } from 'yaml'
import { buildKustomization, describeManifests } from './build-kustomization'
import { ofKind, podTemplateOf, type Manifest } from './manifest'

const repository = path.resolve(__dirname, '../..')
const read = (file: string): string => readFileSync(path.join(repository, file), 'utf8')
const manifests = buildKustomization(path.join(repository, 'infra/k8s/overlays/example'))
const text = read('docs/operations.md')

/** The lines of the first shell block below a heading of docs/operations.md. */
function commandsOf(heading: string): string[] {
  const [, block] = new RegExp(`^## ${heading}$.*?^\`\`\`sh\\n(.*?)^\`\`\`$`, 'ms').exec(text) ?? []
  if (block === undefined) throw new Error(`docs/operations.md has no shell block below "${heading}"`)
  return block.split('\n')
}

describeManifests('the steps of docs/operations.md', () => {
  it('make the namespaces before the secrets that go into them', () => {
    const lines = commandsOf('Secrets')
    const before = lines.slice(
      0,
      lines.findIndex((line) => line.includes('create secret')),
    )
    const files = before
      .filter((line) => line.startsWith('kubectl apply'))
      .flatMap((line) => [...line.matchAll(/ -f (\S+)/g)].map(([, file = '']) => file))
    const made = files.flatMap((file) =>
      parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest),
    )
    const inNamespaces = new Set(ofKind(manifests, 'Deployment').map(({ metadata }) => metadata.namespace))
    expect(new Set(ofKind(made, 'Namespace').map(({ metadata }) => metadata.name))).toEqual(inNamespaces)
  })

  it('apply each configuration before the pods that name it, migrations before workers, and workers before the API', () => {
    const steps = commandsOf('Upgrades').flatMap((line) => {
      const [command, label, value] =
        /^kubectl apply -f release\.yaml(?: -l ([^\s=]+)=(\S+))?(?= *#|$)/.exec(line) ?? []
      if (command === undefined) return []
      return [manifests.filter(({ metadata }) => label === undefined || metadata.labels?.[label] === value)]
    })
    const applied = new Set<Manifest>()
    for (const step of steps) {
      for (const one of step) applied.add(one)
      expect([...applied].flatMap((one) => missing(one, applied))).toEqual([])
    }
    expect(applied.size).toBe(manifests.length)
    const firstStepOf = (component: string): number =>
      steps.findIndex((step) =>
        step.some(
          ({ kind, metadata }) =>
            /^(Deployment|Job)$/.test(kind) && metadata.labels?.['app.kubernetes.io/component'] === component,
        ),
      )
    expect(firstStepOf('migration')).toBeLessThan(firstStepOf('render-worker'))
    expect(firstStepOf('render-worker')).toBeLessThan(firstStepOf('api'))
  })

  it('name the file of each value that an installation has to change', () => {
    const items = [...text.matchAll(/^ +- `([\w./-]+\.yaml)`: (.*?)(?=^ +- |^\n)/gms)]
    expect(items.length).toBeGreaterThan(5)
    for (const [, file = '', values = ''] of items)
      for (const [, value = ''] of values.matchAll(/`([^`]+)`/g))
        expect([file, read(`infra/k8s/${file}`)]).toEqual([file, expect.stringContaining(value)])
  })
})

/** The config maps that an object's pods read and that have not been applied. */
function missing(one: Manifest, applied: ReadonlySet<Manifest>): string[] {
  const { metadata } = one
  const maps = ofKind([...applied], 'ConfigMap').filter(
    (map) => map.metadata.namespace === metadata.namespace,
  )
  const sources = podTemplateOf(one)?.spec?.containers.flatMap(({ envFrom }) => envFrom ?? []) ?? []
  return sources.flatMap(({ configMapRef }) =>
    configMapRef && !maps.some((map) => map.metadata.name === configMapRef.name)
      ? [`${metadata.name} reads ${configMapRef.name}`]
      : [],
  )
}

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { selects, type Manifest } from './manifest'
import { mergePatch, changeAt } from './merge-patch'

const patchOperation = z.object({ op: z.string(), path: z.string(), value: z.unknown() })

/**
 * The fields of kustomize that infra/k8s uses. Any other field is an error, as `buildKustomization` would ignore it.
 */
const kustomization = z.strictObject({
  apiVersion: z.string(),
  kind: z.enum(['Kustomization', 'Component']),
  namespace: z.string().optional(),
  resources: z.array(z.string()).default([]),
  components: z.array(z.string()).default([]),
  labels: z.array(z.strictObject({ pairs: z.record(z.string(), z.string()) })).default([]),
  generatorOptions: z.strictObject({ labels: z.record(z.string(), z.string()) }).optional(),
  images: z.array(z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() })).default([]),
  configMapGenerator: z
    .array(
      z.strictObject({
        name: z.string(),
        behavior: z.literal('merge').optional(),
        literals: z.array(z.string()),
      }),
    )
    .default([]),
  patches: z
    .array(
      z.strictObject({
        path: z.string().optional(),
        patch: z.string().optional(),
        target: z.strictObject({
          kind: z.string(),
          name: z.string().optional(),
          labelSelector: z.string().optional(),
        }),
      }),
    )
    .default([]),
})
type Kustomization = z.output<typeof kustomization>

/** The name of a kustomization's file. */
export const kustomizationFile = 'kustomization.yaml'

/** Reads a folder's kustomization. Throws when it has a field that `buildKustomization` does not know. */
export const readKustomization = (folder: string): Kustomization =>
  kustomization.parse(parse(readFileSync(path.join(folder, kustomizationFile), 'utf8')))

/** Every folder below `folder` that has a kustomization. */
export const kustomizationFolders = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === kustomizationFile)
    .map((file) => path.join(folder, path.dirname(file)))

/**
 * The manifests that `kubectl kustomize FOLDER` makes, except that generated config maps have no hash in their names.
 */
export function buildKustomization(folder: string): Manifest[] {
  return applyKustomization(folder, [])
}

function applyKustomization(folder: string, given: Manifest[]): Manifest[] {
  const own = readKustomization(folder)
  const resources = own.resources.flatMap((name) =>
    name.endsWith('.yaml')
      ? readManifests(path.join(folder, name))
      : buildKustomization(path.join(folder, name)),
  )
  let manifests = generateConfigMaps(own, [...given, ...resources])
  for (const name of own.components) manifests = applyKustomization(path.join(folder, name), manifests)
  return manifests.map((manifest) => transform(folder, own, manifest))
}

const readManifests = (file: string): Manifest[] =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as Manifest)

function generateConfigMaps(own: Kustomization, manifests: Manifest[]): Manifest[] {
  return own.configMapGenerator.reduce<Manifest[]>((all, { name, behavior, literals }) => {
    const data = Object.fromEntries(
      literals.map((literal): [string, string] => {
        const [variable = '', ...value] = literal.split('=')
        return [variable, value.join('=')]
      }),
    )
    const isOurs = (manifest: Manifest): boolean =>
      manifest.kind === 'ConfigMap' && manifest.metadata.name === name
    if (all.some(isOurs) !== (behavior === 'merge'))
      throw new Error(
        `config map ${name}: cannot ${behavior ?? 'create'} it; merge needs a map of this name, create needs none`,
      )
    return behavior === 'merge'
      ? all.map((manifest) => (isOurs(manifest) ? mergePatch(manifest, { data }) : manifest))
      : [
          ...all,
          {
            apiVersion: 'v1',
            kind: 'ConfigMap',
            metadata: { name, ...own.generatorOptions },
            data,
          } as Manifest,
        ]
  }, manifests)
}

function transform(folder: string, own: Kustomization, manifest: Manifest): Manifest {
  let changed = manifest
  for (const one of own.patches) if (isTarget(one.target, changed)) changed = patchWith(folder, one, changed)
  if (own.namespace !== undefined && changed.kind !== 'Namespace')
    changed = mergePatch(changed, { metadata: { namespace: own.namespace } })
  for (const { pairs } of own.labels) changed = mergePatch(changed, { metadata: { labels: pairs } })
  return renameImages(own, changed)
}

function isTarget(
  { kind, name, labelSelector }: Kustomization['patches'][number]['target'],
  one: Manifest,
): boolean {
  if (kind !== one.kind || (name !== undefined && name !== one.metadata.name)) return false
  if (labelSelector === undefined) return true
  const [, key = '', list = ''] = /^(\S+?)(?:=| in \()([^)]*)\)?$/.exec(labelSelector) ?? []
  const values = list.split(',').map((value) => value.trim())
  return selects({ matchExpressions: [{ key, operator: 'In', values }] }, one.metadata.labels)
}

function patchWith(
  folder: string,
  { path: file, patch }: Kustomization['patches'][number],
  one: Manifest,
): Manifest {
  const text = file === undefined ? (patch ?? '') : readFileSync(path.join(folder, file), 'utf8')
  const content: unknown = parse(text)
  if (Array.isArray(content)) return z.array(patchOperation).parse(content).reduce(changeAt, one)
  const merged = mergePatch(one, content as Manifest)
  return { ...merged, metadata: { ...merged.metadata, name: one.metadata.name } }
}

function renameImages({ images }: Kustomization, manifest: Manifest): Manifest {
  if (images.length === 0) return manifest
  const byName = new Map(images.map(({ name, newName, newTag }) => [name, `${newName}:${newTag}`]))
  const rename = (_key: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && 'image' in value && typeof value.image === 'string'
      ? { ...value, image: byName.get(value.image) ?? value.image }
      : value
  return JSON.parse(JSON.stringify(manifest, rename)) as Manifest
}

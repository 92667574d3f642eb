/**
 * By which member the entries of a list are the same one (Kubernetes' API: `patchMergeKey`); every other list is
 * replaced whole.
 */
const mergeKeys: Readonly<Record<string, string>> = {
  containers: 'name',
  env: 'name',
  ports: 'containerPort',
  topologySpreadConstraints: 'topologyKey',
  volumeMounts: 'mountPath',
  volumes: 'name',
}

type Tree = Readonly<Record<string, unknown>>

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Kubernetes' strategic merge, as far as our patches use it:
 * https://github.com/kubernetes/community/blob/master/contributors/devel/sig-api-machinery/strategic-merge-patch.md
 */
export function mergePatch<Target extends object>(target: Target, patch: object): Target {
  const merged = { ...target } as Record<string, unknown>
  for (const [name, value] of Object.entries(patch)) merged[name] = mergeMember(name, merged[name], value)
  return merged as Target
}

function mergeMember(name: string, target: unknown, patch: unknown): unknown {
  if (isTree(target) && isTree(patch)) return mergePatch(target, patch)
  const key = mergeKeys[name]
  if (key === undefined || !Array.isArray(target) || !Array.isArray(patch)) return patch
  const entries = target as Tree[]
  const patches = patch as Tree[]
  const isNamed = (entry: Tree) => (other: Tree) => other[key] === entry[key]
  return [
    ...patches.filter((one) => !entries.some(isNamed(one))),
    ...entries.map((entry) => mergePatch(entry, patches.find(isNamed(entry)) ?? {})),
  ]
}

/**
 * One operation of RFC 6902, of which our patches use `add` (of a member) and `replace`; throws where there is nothing
 * to replace.
 */
export function changeAt<Target extends object>(
  target: Target,
  { op, path, value }: { op: string; path: string; value?: unknown },
): Target {
  if (op !== 'add' && op !== 'replace')
    throw new Error(`patches here add and replace, and this one does '${op}'`)
  const copy = structuredClone(target) as Target & Record<string, unknown>
  const steps = path.split('/').slice(1)
  const last = steps.pop() ?? ''
  let place: Record<string, unknown> = copy
  for (const step of steps) place = place[step] as Record<string, unknown>
  if (op === 'replace' && !(last in place)) throw new Error(`${path} is not there to be replaced`)
  place[last] = value
  return copy
}

/**
 * The member by which two entries of a list are the same one (`patchMergeKey` of Kubernetes' API), by the list's name.
 * A patch replaces every other list as a whole.
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
 * Applies a strategic merge patch of Kubernetes, as far as our patches use it:
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
 * Applies one JSON patch operation (RFC 6902): `add` of a member, or `replace`. Throws for other operations, and when
 * there is nothing to replace.
 */
export function changeAt<Target extends object>(
  target: Target,
  { op, path, value }: { op: string; path: string; value?: unknown },
): Target {
  if (op !== 'add' && op !== 'replace')
    throw new Error(`this test knows the patch operations add and replace only, not '${op}'`)
  const copy = structuredClone(target) as Target & Record<string, unknown>
  const steps = path.split('/').slice(1)
  const last = steps.pop() ?? ''
  let place: Record<string, unknown> = copy
  for (const step of steps) place = place[step] as Record<string, unknown>
  if (op === 'replace' && !(last in place)) throw new Error(`${path} cannot be replaced: it does not exist`)
  place[last] = value
  return copy
}

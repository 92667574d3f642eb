import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import { PackageURL } from 'packageurl-js'
import parseExpression from 'spdx-expression-parse'
import { parse } from 'yaml'
import { keyOf, type ProductionPackage } from '../licences/production-packages'

interface Lockfile {
  packages: Record<string, { resolution: { integrity?: string } }>
}

/**
 * CycloneDX 1.6 JSON, with hashes from the lockfile. Without time or random number: the same packages give the same
 * text.
 */
export function renderBillOfMaterials(packages: readonly ProductionPackage[], clone: string): string {
  const lockfile = parse(readFileSync(path.join(clone, 'pnpm-lock.yaml'), 'utf8')) as Lockfile
  const licences = new Contrib.License.Factories.LicenseFactory(parseExpression)
  const components = new Map(
    packages.map((one) => [
      keyOf(one),
      componentOf(one, lockfile.packages[keyOf(one)]?.resolution.integrity),
    ]),
  )
  for (const one of packages) {
    const component = components.get(keyOf(one))
    if (component === undefined) continue
    if (one.licence !== null) component.licenses.add(licences.makeFromString(one.licence))
    for (const key of one.dependsOn) {
      const dependency = components.get(key)
      if (dependency) component.dependencies.add(dependency.bomRef)
    }
  }
  const bom = new Models.Bom({ components: new Models.ComponentRepository(components.values()) })
  const whole = new Models.Component(Enums.ComponentType.Application, 'partner-access-service', {
    bomRef: 'partner-access-service',
  })
  bom.metadata.component = whole
  const used = new Set(packages.flatMap(({ dependsOn }) => dependsOn))
  for (const [key, component] of components) if (!used.has(key)) whole.dependencies.add(component.bomRef)
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}

function componentOf({ name, version }: ProductionPackage, integrity: string | undefined): Models.Component {
  const [group, short] = name.startsWith('@') ? (name.split('/') as [string, string]) : [undefined, name]
  const [, digest] = /^sha512-(.+)$/.exec(integrity ?? '') ?? []
  return new Models.Component(Enums.ComponentType.Library, short, {
    ...(group === undefined ? {} : { group }),
    version,
    bomRef: `${name}@${version}`,
    purl: new PackageURL('npm', group, short, version).toString(),
    ...(digest === undefined
      ? {}
      : {
          hashes: new Models.HashDictionary([
            [Enums.HashAlgorithm['SHA-512'], Buffer.from(digest, 'base64').toString('hex')],
          ]),
        }),
  })
}

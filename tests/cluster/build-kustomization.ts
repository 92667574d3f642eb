import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseAllDocuments } from 'yaml'
import type { Manifest } from './manifest'

const folder = process.env.TEST_KUBECTL

/** Tests of what kubectl makes of infra/k8s. Without a kubectl they are skipped, and `buildKustomization` makes nothing. */
export const describeManifests = (name: string, tests: () => void): void =>
  folder === undefined
    ? describe.skip(`${name} (skipped: kubectl is not on PATH and could not be downloaded)`, () => {
        it('is not looked at', () => undefined)
      })
    : describe(name, tests)

/** The manifests that `kubectl kustomize PLACE` prints. Throws with what it says of a folder that it refuses. */
export function buildKustomization(place: string): Manifest[] {
  if (folder === undefined) return []
  const { status, stdout, stderr } = spawnSync(path.join(folder, 'kubectl'), ['kustomize', place], {
    encoding: 'utf8',
  })
  // It warns on standard error, of deprecated fields for example.
  if (status !== 0 || stderr !== '') throw new Error(`kubectl kustomize ${place}: ${stderr}`)
  return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest)
}

/** The manifests of the example installation after an operator's change of `overlays/example/pas/kustomization.yaml`. */
export function buildExample(change: (kustomization: string) => string): Manifest[] {
  const copy = mkdtempSync(path.join(tmpdir(), 'pas-test-'))
  try {
    cpSync(path.resolve(__dirname, '../../infra/k8s'), copy, { recursive: true })
    const file = path.join(copy, 'overlays/example/pas/kustomization.yaml')
    writeFileSync(file, change(readFileSync(file, 'utf8')))
    return buildKustomization(path.join(copy, 'overlays/example'))
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** The manifests of the example installation with SpamAssassin. */
export const buildWithSpamd = (): Manifest[] =>
  folder === undefined
    ? []
    : buildExample((text) => {
        const line = '  # - ../../../components/spamd\n'
        if (!text.includes(line)) throw new Error('the example installation names no component spamd')
        return text.replace(line, line.replace('# ', ''))
      })

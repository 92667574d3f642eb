import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { clone } from '@pas/stack/clone'
import { planImages } from './image-plans'
import { renderDockerfile, type RootManifest } from './render-dockerfile'

const manifest = JSON.parse(readFileSync(path.join(clone, 'package.json'), 'utf8')) as RootManifest

for (const plan of planImages())
  writeFileSync(
    path.join(clone, 'infra', 'images', `${plan.name}.Dockerfile`),
    renderDockerfile(plan, manifest),
  )

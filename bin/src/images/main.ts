import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { clone } from '../clone'
import { planImages } from './image-plans'
import { renderDockerfile } from './render-dockerfile'

const { packageManager } = JSON.parse(readFileSync(path.join(clone, 'package.json'), 'utf8')) as {
  packageManager: string
}

for (const plan of planImages())
  writeFileSync(
    path.join(clone, 'infra', 'images', `${plan.name}.Dockerfile`),
    renderDockerfile(plan, packageManager),
  )

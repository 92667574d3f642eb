import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { planImages } from './image-plans'
import { renderDockerfile } from './render-dockerfile'

// Compiled or not, this file lies three folders below the clone.
const clone = path.resolve(__dirname, '../../..')
const { packageManager } = JSON.parse(readFileSync(path.join(clone, 'package.json'), 'utf8')) as {
  packageManager: string
}

for (const plan of planImages())
  writeFileSync(
    path.join(clone, 'infra', 'images', `${plan.name}.Dockerfile`),
    renderDockerfile(plan, packageManager),
  )

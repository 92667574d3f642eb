'use strict'

/**
 * `@prisma/client` names the `prisma` command and TypeScript as optional peers, and pnpm would take them, with 150 packages behind them, into
 * every production tree because this workspace's root has them. Nothing that runs needs either.
 */
function readPackage(manifest) {
  if (manifest.name !== '@prisma/client') return manifest
  return { ...manifest, peerDependencies: {}, peerDependenciesMeta: {} }
}

module.exports = { hooks: { readPackage } }

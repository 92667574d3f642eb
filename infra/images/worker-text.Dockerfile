# Written by 'npm run generate:images' from tools/release/src/images; change it there.
# To pin the base for good, append what 'docker buildx imagetools inspect node:24.21.0-trixie-slim' says: @sha256:…
ARG NODE_IMAGE=node:24.21.0-trixie-slim

FROM ${NODE_IMAGE} AS build
ENV CI=true
WORKDIR /app
RUN npm install --global pnpm@10.34.9
# Packages come first: a change of the source fetches nothing again.
COPY pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.cjs ./
RUN pnpm fetch
COPY . .
RUN pnpm install --offline --frozen-lockfile && npm run build
# What is left is what runs: no development package, no source, no test.
RUN rm -rf node_modules packages/*/node_modules services/*/node_modules tools/*/node_modules \
 && pnpm install --offline --frozen-lockfile --ignore-scripts --prod --filter @pas/render-worker... \
 && rm -rf packages/testing packages/cli packages/*/src packages/*/tests packages/*/generate \
    services/*/src services/*/tests services/*/generate

FROM ${NODE_IMAGE}
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    tini \
    fonts-liberation \
    fonts-liberation-sans-narrow \
    fonts-dejavu-core \
    fonts-crosextra-carlito \
    fonts-crosextra-caladea \
    fonts-roboto-unhinted \
    fonts-noto-core \
    fonts-noto-color-emoji \
    fonts-noto-cjk \
 && rm -rf /var/lib/apt/lists/*
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    w3m \
    lynx \
 && rm -rf /var/lib/apt/lists/*
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn* \
 && chmod 0711 /usr/local/bin/node \
 && groupadd --gid 10001 pas \
 && useradd --uid 10001 --gid pas --home-dir /tmp --no-create-home --shell /usr/sbin/nologin pas
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/packages packages
COPY --from=build /app/services/render-worker services/render-worker
COPY --from=build /app/infra/fonts infra/fonts
ENV NODE_ENV=production \
    HOME=/tmp \
    ENGINES=text \
    FONTCONFIG_FILE=/app/infra/fonts/fonts.conf \
    HEALTH_HOST=0.0.0.0 \
    HEALTH_PORT=8080
USER 10001:10001
EXPOSE 8080 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=300s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "--enable-source-maps", "services/render-worker/dist/main.js"]

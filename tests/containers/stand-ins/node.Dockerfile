# Node as in the real image, from the npm registry.
FROM debian:trixie-slim
COPY --from=node node /usr/local/bin/node
COPY --from=npm . /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
 && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
# A machine may reach the registry only with an authority of its own, which the base then has.
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
    npm_config_cafile=/etc/ssl/certs/ca-certificates.crt

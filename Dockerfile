# Builds and serves Adgraph. The process does not need root, and writes only the files of long work, to the folder in BULK_DIR.
FROM node:24-slim AS build
WORKDIR /adgraph
COPY package.json package-lock.json ./
COPY sandbox/package.json sandbox/
COPY workbench/package.json workbench/
# An edit of the sources does not install again. The script `prepare` would build, before the sources are here.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json vite.config.ts schema.graphql ./
COPY src src
COPY reference reference
COPY sandbox sandbox
COPY workbench workbench
COPY docs/errors.md docs/rules.md docs/
COPY examples/queries examples/queries
COPY release/copy-documents.js release/schema-index.ts release/
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000
WORKDIR /adgraph
COPY --from=build /adgraph/package.json ./
COPY --from=build /adgraph/node_modules node_modules
COPY --from=build /adgraph/dist dist
# A volume that is mounted here belongs to the user of the process, whose ID is 1000.
RUN install -d -o 1000 -g 1000 bulk
USER node
EXPOSE 4000
HEALTHCHECK CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["dist/cli.js", "start"]

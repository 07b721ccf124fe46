# Deskhand as a container: one process, its PostgreSQL outside (DATABASE_URL), files in /data. See compose.yaml.
FROM node:26-slim AS base
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
COPY web/package.json web/

FROM base AS built
RUN npm ci --omit=dev --ignore-scripts
COPY vite.config.ts vite.server.config.ts ./
COPY tools ./tools
COPY web ./web
COPY server ./server
RUN node -e "require('./tools/build.cjs').build(process.execPath, ['web', 'server'])"

# Left out: the optional packages (the embedded PostgreSQL), and those of the workspace, which only build the dashboard.
FROM base AS modules
RUN npm ci --omit=dev --omit=optional --workspaces=false --ignore-scripts

FROM node:26-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
COPY --from=modules /app/node_modules ./node_modules
COPY --from=built /app/web/dist ./web/dist
COPY --from=built /app/dist ./dist
COPY . .
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.DESKHAND_HEALTH_PORT || process.env.PORT) + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]

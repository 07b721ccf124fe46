import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const apiServer = 'http://127.0.0.1:8080'

/** The first browsers with light-dark(), nesting and :dir(), which would be rewritten for older ones; a version is written in bytes. Also `cssTarget`. */
const STYLED_BROWSERS = { chrome: 125 << 16, firefox: 128 << 16, safari: (17 << 16) | (5 << 8) }

/** In development: what the server does for the addresses of the workspace. */
const agentPages: Plugin = {
  name: 'agent-pages',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (/^\/agent(?:[/?]|$)/.test(request.url ?? '')) request.url = '/agent.html'
      next()
    })
  },
}

// Tools ask for a default export here; everywhere else exports are named.
export default defineConfig({
  root: 'web',
  // the words that React Aria says by itself: the pages are in English
  plugins: [react(), agentPages, { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' }],
  // one program reads and shortens the styles
  css: { transformer: 'lightningcss', lightningcss: { targets: STYLED_BROWSERS } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    cssTarget: ['chrome125', 'firefox128', 'safari17.5'],
    // Nothing may be inlined: the content security policy of the server allows files of our own only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // One entry for each app, and one for all parts of the kit, which the server does not serve.
      input: { index: 'web/index.html', agent: 'web/agent.html', reference: 'web/reference.html', kit: 'web/kit.html' },
      output: {
        codeSplitting: {
          groups: [
            // What the dashboard and the API reference share, which must not bring the one into the other; also what loads the code of pages.
            {
              name: 'shared',
              test: /vite[\\/]preload-helper|web[\\/](logo|lib[\\/](paths|objects)|contract[\\/](address|body)|kit[\\/](Icon|locale|numbers|scheme|element|hidden\.module))\.(tsx?|svg|css)$/,
              priority: 30,
            },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 20 },
            { name: 'tanstack', test: /node_modules[\\/]@tanstack[\\/](?!react-virtual|virtual-core)/, priority: 20 },
            // What the first page needs of our parts, and of what they stand on.
            { name: 'first', test: /web[\\/](kit[\\/](?!page[\\/])|lib[\\/]|contract[\\/])/, tags: ['$initial'], priority: 15 },
            // What dialogs, menus and pickers have in common.
            {
              name: 'aria',
              test: /node_modules[\\/](react-aria|react-stately|react-aria-components|@internationalized|@react-aria|@react-stately)[\\/]/,
              priority: 10,
            },
            // Small parts of many pages in one file, not in one each.
            {
              name: 'kit',
              test: /web[\\/]kit[\\/](?!(page|grid)[\\/]|(ConfirmDialog|Dialog|Drawer|FormDialog|PickField|QrCode|RowMenu|ToastRegion|table[\\/](DataTable|SearchableTable)|charts[\\/].*)\.)/,
              priority: 5,
            },
          ],
        },
      },
    },
  },
  // `npx vite` draws the pages as they are edited; what they ask goes to a server started with `npm start`.
  server: {
    host: '127.0.0.1',
    proxy: { '/api': apiServer, '/access': apiServer },
  },
})

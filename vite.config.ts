import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const apiServer = 'http://127.0.0.1:8080'

// Tools ask for a default export here; everywhere else exports are named.
export default defineConfig({
  root: 'web',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Nothing may be inlined: the content security policy of the server allows files of our own only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The dashboard, and the API reference, which does without its design system.
      input: { index: 'web/index.html', reference: 'web/reference.html' },
      output: {
        codeSplitting: {
          groups: [
            // What the dashboard and the API reference share, which must not bring the one into the other.
            {
              name: 'shared',
              test: /web[\\/](logo|scheme|paths|objects|contract[\\/](address|body)|ui[\\/](Icon|locale|numbers|palette|tokens))\.(tsx?|svg)$|@zendeskgarden[\\/]svg-icons[\\/]/,
              priority: 30,
            },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 20 },
            { name: 'tanstack', test: /node_modules[\\/]@tanstack[\\/]/, priority: 20 },
            // What the first page needs of the design system and of our small parts.
            {
              name: 'first',
              test: /node_modules[\\/](@zendeskgarden[\\/]react-(buttons|forms|loaders|notifications|theming)|styled-components)[\\/]|web[\\/](ui|table)[\\/]/,
              tags: ['$initial'],
              priority: 15,
            },
            // The rest of it. Dialogs, menus, charts and QR codes come with the pages that have some.
            {
              name: 'garden',
              test: /node_modules[\\/](@zendeskgarden[\\/]react-(buttons|forms|loaders|notifications|theming)|styled-components)[\\/]/,
              priority: 10,
            },
            // Small parts of many pages in one file, not in one each.
            {
              name: 'ui',
              test: /web[\\/](ui|table)[\\/](?!(ConfirmDialog|DataTable|Dialog|Drawer|FormDialog|PickField|QrCode|RowMenu|SearchableTable|StatusTag)\.)/,
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

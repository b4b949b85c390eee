import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// The server that pages under development talk to.
const server = process.env.PLUSTWO ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [svelte()],
  base: '/',
  build: { outDir: '../dist', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, modulePreload: false },
  server: { proxy: { '/api': { target: server, ws: true } } },
})

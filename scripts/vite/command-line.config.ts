import { join } from 'node:path';
import { defineConfig } from 'vite';
import { nodeBundle } from './node-bundle.ts';

export default defineConfig(
  nodeBundle('command-line', join(import.meta.dirname, '../../electron/cli/app-command-line.ts')),
);

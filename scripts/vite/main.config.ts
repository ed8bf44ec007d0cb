import { join } from 'node:path';
import { defineConfig } from 'vite';
import { nodeBundle } from './node-bundle.ts';

export default defineConfig(nodeBundle('main', join(import.meta.dirname, '../../electron/main.ts')));
